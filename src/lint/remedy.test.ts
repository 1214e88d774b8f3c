import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../testing/template-fixture.ts';
import { lintPrompt } from './lint-prompt.ts';
import { remedyOf } from './remedy.ts';
import { estimatedTokens, findingText } from './subject.ts';

describe('a remedy', () => {
	it('is told of every error and warning', async () => {
		const refusing =
			"{% if messages[0].role == 'system' %}{{ raise_exception('No') }}{% endif %}<start_of_turn>model\n";
		const roles = '{% for m in messages %}<start_of_turn>{{ m.role }}\n{{ m.content }}{% endfor %}<start_of_turn>bot\n';
		for (const chatTemplate of [...Object.values(TEMPLATES), '{% if %}', refusing, roles]) {
			const findings = await lintPrompt({
				template: { chatTemplate, bosToken: '<bos>', eosToken: '<eos>' },
				system: '코치입니다.',
				tools: [{ name: 'f', description: 'd', schema: { properties: { type: { type: 'string', enum: ['a'] } } } }],
				modelName: undefined,
				thinking: 'on',
				context: { size: 64, turns: 10, counter: estimatedTokens },
			});
			expect(findings.filter((one) => one.level !== 'note' && remedyOf(one) === undefined)).toEqual([]);
		}
	});

	it('is none where a note says that all is well', () => {
		const note = { level: 'note', code: 'replay-prefix', where: 'history', message: 'lands before the call' } as const;
		expect(findingText(note)).toBe('history: lands before the call');
		expect(findingText({ ...note, level: 'warning' })).toMatch(/^history: lands before the call\. Keep /u);
	});
});
