import { describe, expect, it } from 'vitest';
import { GEMMA4_CHAT_TEMPLATE } from '../../src/dialects/prompt/gemma4-template.ts';
import { gemma4Templates } from '../../src/testing/gguf/gemma4-template.ts';
import { type FidelityStep, templateFidelity } from './template-fidelity.ts';

const GEMMA3 =
	"{{ bos_token }}{% for m in messages %}<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}\n{{ m.content | trim }}<end_of_turn>\n{% endfor %}<start_of_turn>model\n";

async function stepsOf(chatTemplate: string, mode: FidelityStep['thinking'] = 'off'): Promise<readonly FidelityStep[]> {
	const { steps } = await templateFidelity({ chatTemplate, bosToken: '<bos>', eosToken: '<eos>' });
	return steps.filter(({ thinking }) => thinking === mode);
}

function outcomes(steps: readonly FidelityStep[]): readonly string[] {
	return steps.map(({ conversation, step, outcome }) => `${conversation}, ${step}: ${outcome}`);
}

describe('template fidelity', () => {
	it('finds every prompt the same where the template writes the history as the model wrote it', async () => {
		expect(outcomes(await stepsOf(gemma4Templates.plain))).toEqual([
			'one call, first prompt: same',
			'one call, after tool responses: same',
			'one call, second user turn: same',
			'two calls at once, first prompt: same',
			'two calls at once, after tool responses: same',
			'two calls at once, second user turn: same',
			'null in an answer, first prompt: same',
			'null in an answer, after tool responses: same',
			'null in an answer, second user turn: same',
			'talk, first prompt: same',
			'talk, second user turn: same',
		]);
	});

	it('distinguishes what opened earlier turns of the model, which stays in ours', async () => {
		const steps = await stepsOf(gemma4Templates.thinkingOff);
		expect(new Set(steps.map(({ step, outcome }) => `${step}: ${outcome}`))).toEqual(
			new Set(['first prompt: same', 'after tool responses: same-but-openings', 'second user turn: same-but-openings']),
		);
	});

	it('compares thinking too: thoughts of the turn stay, those of earlier turns are dropped as the template does', async () => {
		expect(
			new Set((await stepsOf(GEMMA4_CHAT_TEMPLATE, 'on')).map(({ step, outcome }) => `${step}: ${outcome}`)),
		).toEqual(new Set(['first prompt: same', 'after tool responses: same', 'second user turn: same']));
	});

	it('reports a thought that the template loses in the middle of a turn', async () => {
		const loses = GEMMA4_CHAT_TEMPLATE.replace('m.reasoning or m.reasoning_content', "''");
		const [, step] = await stepsOf(loses, 'on');
		expect(step).toMatchObject({ step: 'after tool responses', outcome: 'differs' });
	});

	it('compares no thinking where the template has no switch', async () => {
		expect(await stepsOf(GEMMA3, 'on')).toEqual([]);
		expect(await stepsOf(gemma4Templates.plain.replaceAll('enable_thinking', 'none'), 'on')).toEqual([]);
	});

	it('reports the first difference, and what stands there in both', async () => {
		const [, step] = await stepsOf(
			gemma4Templates.plain.replaceAll('<|tool_response>response:', '<|tool_response>\nresponse:'),
		);
		expect(step).toMatchObject({ step: 'after tool responses', outcome: 'differs' });
		expect(step?.difference?.ours).toMatch(/^response:log_water\{data:/);
		expect(step?.difference?.template).toMatch(/^\nresponse:log_water\{data:/);
	});

	it('reports a template that writes no tool responses', async () => {
		const steps = await stepsOf(
			'{{ bos_token }}{% for m in messages %}<|turn>{{ m.role }}\n{{ m.content }}<turn|>\n{% endfor %}<|turn>model\n',
		);
		expect(steps[1]).toMatchObject({ outcome: 'refused', reason: 'it prints no tool response' });
	});

	it('reports why a template refuses', async () => {
		const [step] = await stepsOf("<|turn>{{ raise_exception('no') }}");
		expect(step).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('no') });
	});

	it('compares a dialect without calls of its own in talk only', async () => {
		const result = await templateFidelity({ chatTemplate: GEMMA3, bosToken: '<bos>', eosToken: '<eos>' });
		expect(result.dialect).toBe('gemma3-json');
		expect(new Set(result.steps.map(({ conversation }) => conversation))).toEqual(new Set(['talk']));
	});
});
