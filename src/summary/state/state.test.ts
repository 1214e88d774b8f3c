import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../../reports/fixture/fixture-log.ts';
import { english, message } from '../../base/message.ts';
import { saying } from '../../testing/saying.ts';
import type { GateLine, GateResult } from '../gate/gate.ts';
import { summarizeRun } from '../summarize.ts';
import { stateOf } from './state.ts';

const gate = (status: GateLine['status']): GateResult => ({
	passed: status === 'pass',
	undecided: status === 'undecided',
	lines: [{ metric: 'tools.correct', status, value: 0.5, expected: message('gate.at-least', { bound: 0.8 }) }],
});
const said = (log: Parameters<typeof summarizeRun>[0], judged?: GateResult): string => {
	const state = stateOf(summarizeRun(log), judged);
	return `${state.sign} ${state.said.map(english).join(' ')}`;
};

describe('the state of a run', () => {
	const log = fixtureLog({ frames: false, tools: true });

	it('is not ready with a failed gate, whatever the path', () => {
		expect(said(log, gate('fail'))).toMatch(/^✕ Not ready to ship: the gate requires tools\.correct >= 0\.8/u);
	});

	it('is ready only with a gate', () => {
		expect(said(log, gate('pass'))).toEqual(saying('state.ready'));
		expect(said({ ...log, header: { ...log.header, suites: [] }, samples: [] }, gate('pass'))).toEqual(
			saying('state.ready'),
		);
		expect(said(log)).toMatch(/^✓ Path A: .*\d+ of \d+ calls are right\. No limit is set\.$/u);
	});

	it('is not decided without what the gate needs, and of tools alone without a limit', () => {
		expect(said(log, gate('undecided'))).toEqual(saying('state.not-decided'));
		const suites = log.header.suites.filter(({ name }) => name === 'tools');
		const samples = log.samples.filter(({ suite }) => suite === 'tools');
		expect(said({ ...log, header: { ...log.header, suites }, samples })).toEqual(saying('state.not-decided'));
	});

	it('names the worst wrong calls first, in words', () => {
		const { calls } = summarizeRun(log);
		expect(calls?.right.n).toBeGreaterThan(0);
		expect(calls?.wrong.map(({ said: why }) => english(why)).join('\n')).toMatchInlineSnapshot(`
			"called list_active_habits instead of get_streak
			called list_active_habits, but no call was needed
			called log_tracker_entry with habit_id "h-2" instead of "h-1"
			called query_protocol without protocol_id"
		`);
	});

	it('names a call that is repeated, where it is expected once', () => {
		const samples = log.samples.map((sample) => {
			const { transcript, scores } = sample;
			const generations = transcript.generations.map((one) => ({ ...one, events: [...one.events, ...one.events] }));
			return {
				...sample,
				transcript: { ...transcript, generations },
				scores: { ...scores, correct: { value: false } },
			};
		});
		const wrong = summarizeRun({ ...log, samples }).calls?.wrong ?? [];
		expect(wrong.map(({ said: why }) => (typeof why === 'string' ? why : why.code))).toContain('call.repeated');
	});
});
