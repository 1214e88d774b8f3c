import { describe, expect, it } from 'vitest';
import { earlierSteps } from './earlier-steps.ts';

const callText = (name: string): string => `${name}()`;

describe('earlierSteps', () => {
	it('tells what was said before, and what was called of the input', () => {
		const { before, behind } = earlierSteps(
			{
				history: [
					{ role: 'user', content: '알람 맞춰 줘' },
					{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'list_alarms', arguments: {} } }] },
					{ role: 'tool', content: { alarms: [] } },
					{ role: 'assistant', content: '몇 시요?' },
				],
				called: [{ tool: 'set_alarm', arguments: { time: '06:30' }, response: { ok: true } }],
			},
			callText,
		);
		expect(before).toEqual([
			{ who: 'user', text: '알람 맞춰 줘' },
			{ who: 'call', text: 'list_alarms()' },
			{ who: 'system', text: '{"alarms":[]}' },
			{ who: 'model', text: '몇 시요?' },
		]);
		expect(behind).toEqual([{ who: 'call', text: 'set_alarm()', outcome: 'ok', result: '{"ok":true}' }]);
	});

	it('leaves out what is no dialog', () => {
		expect(earlierSteps({ history: 'x', called: [1] }, callText)).toEqual({ before: [], behind: [] });
		expect(earlierSteps({ history: [{ role: 'poet', content: 'x' }] }, callText).before).toEqual([]);
	});
});
