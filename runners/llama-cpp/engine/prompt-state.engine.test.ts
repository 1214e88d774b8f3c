import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectCompletion } from '../../../src/testing/contract/collect-completion.ts';
import { writeRandomGguf } from '../../../src/testing/gguf/random-gguf.ts';
import { createLlamaCppRunner } from '../index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-prefix-'));
const states = join(folder, 'states');
/** Over twice the sliding window of 512 tokens. */
const SHARED = `<bos>${'습관 코치는 짧게 대답한다. '.repeat(80)}\n`;
const QUESTIONS = ['오늘 물을 마셨어요?', '운동은 언제 할까요?', '잠이 오지 않아요.'];

interface Answers {
	readonly tokens: readonly (readonly (number | undefined)[])[];
	/** Of the first tokens of an answer, to the last bit. */
	readonly probabilities: readonly (readonly number[])[];
	readonly cached: readonly (number | undefined)[];
}

/** What a fresh process answers, sampled, with a context larger than the model's sliding window. */
async function answers(
	file: string,
	options: { readonly promptCacheFolder?: string; readonly promptCache?: boolean },
	shared: readonly string[] = [SHARED],
): Promise<Answers> {
	const model = await createLlamaCppRunner().load({ model: join(folder, file), threads: 1, ...options });
	try {
		const tokens: Answers['tokens'][number][] = [];
		const probabilities: Answers['probabilities'][number][] = [];
		const cached: (number | undefined)[] = [];
		for (const [index, question] of QUESTIONS.entries()) {
			const prefix = shared[index % shared.length] ?? SHARED;
			const prompt = { parts: [{ text: prefix + question }], sharedChars: prefix.length };
			const completion = await collectCompletion(model.completer, {
				...prompt,
				sampling: { temperature: 1, seed: index },
				ignoreEnd: true,
				maxTokens: 24,
			});
			tokens.push(completion.tokens);
			cached.push(completion.end.usage.cachedPromptTokens);
			const [first] = await model.scoreTokens({ ...prompt, tokens: [], top: 8 });
			probabilities.push(first?.probabilities ?? []);
		}
		return { tokens, probabilities, cached };
	} finally {
		await model.dispose();
	}
}

const stateFiles = (): readonly string[] => readdirSync(states).sort();

describe('a prompt cache on disk', () => {
	beforeAll(() => {
		writeRandomGguf(join(folder, 'gemma4.gguf'), 'tiny-gemma4');
		writeRandomGguf(join(folder, 'gemma3.gguf'), 'tiny-gemma3');
		writeRandomGguf(join(folder, 'other.gguf'), 'tiny-gemma4', { seed: 2 });
	});
	afterAll(() => rmSync(folder, { recursive: true }));
	beforeEach(() => rmSync(states, { recursive: true, force: true }));

	it.each(['gemma4.gguf', 'gemma3.gguf'])(
		'give %s the same tokens and probabilities, from the first prompt of the next process on',
		async (file) => {
			const { cached: _, ...without } = await answers(file, { promptCache: false });
			const first = await answers(file, { promptCacheFolder: states });
			const second = await answers(file, { promptCacheFolder: states });
			expect(first).toMatchObject(without);
			expect(second).toMatchObject(without);
			expect(first.cached[0]).toBe(0);
			// Whole steps only: the last stretch of the prefix is evaluated.
			expect(second.cached[0]).toBe(1280);
			expect(second.cached[1]).toBe(first.cached[1]);
			expect(first.cached[1]).toBeGreaterThan(1280);
			expect(stateFiles()).toHaveLength(1);
		},
	);

	it('do not serve another prefix that only begins alike', async () => {
		const alike = [SHARED, `${SHARED.slice(0, SHARED.length * 0.8)}그 밖의 일은 모른다.\n`];
		const { cached: _, ...without } = await answers('gemma4.gguf', { promptCache: false }, alike);
		await answers('gemma4.gguf', { promptCacheFolder: states });
		expect(await answers('gemma4.gguf', { promptCacheFolder: states }, alike)).toMatchObject(without);
	});

	it('are not taken by another model', async () => {
		await answers('gemma4.gguf', { promptCacheFolder: states });
		const other = await answers('other.gguf', { promptCacheFolder: states });
		expect(other.cached[0]).toBe(0);
		expect(other.tokens).toEqual((await answers('other.gguf', {})).tokens);
		expect(stateFiles()).toHaveLength(2);
	});

	it('are evaluated again where a file was changed or cut short, and put right', async () => {
		const { tokens } = await answers('gemma4.gguf', { promptCacheFolder: states });
		const [name = ''] = stateFiles();
		const whole = readFileSync(join(states, name));
		writeFileSync(join(states, name), whole.subarray(0, whole.length / 2));
		const again = await answers('gemma4.gguf', { promptCacheFolder: states });
		expect(again).toMatchObject({ tokens, cached: [0, expect.any(Number), expect.any(Number)] });
		expect(readFileSync(join(states, name)).equals(whole)).toBe(true);
	});

	it('of another engine or prompt are no state to it, whatever they hold', async () => {
		await answers('gemma4.gguf', { promptCacheFolder: states });
		const [name = ''] = stateFiles();
		renameSync(
			join(states, name),
			join(
				states,
				name.replace(/^./u, (first) => (first === '0' ? '1' : '0')),
			),
		);
		expect((await answers('gemma4.gguf', { promptCacheFolder: states })).cached[0]).toBe(0);
	});

	it('that are forged in name and contents end at most the engine’s own process', async () => {
		const { tokens } = await answers('gemma4.gguf', { promptCacheFolder: states });
		const [name = ''] = stateFiles();
		const forged = Buffer.from(readFileSync(join(states, name)));
		forged.fill(0xff, 64, 4096);
		const { createHash } = await import('node:crypto');
		const hash = createHash('sha256').update(forged).digest('hex').slice(0, 32);
		rmSync(join(states, name));
		writeFileSync(join(states, `${name.split('-')[0]}-${hash}.state`), forged);
		const outcome = await answers('gemma4.gguf', { promptCacheFolder: states }).catch((error: unknown) => error);
		if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'engine', exitCode: 3 });
		else expect(outcome).toMatchObject({ tokens });
	});
});
