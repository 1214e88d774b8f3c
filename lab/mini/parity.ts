import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLlama, type LlamaContextSequence, LlamaLogLevel, type LlamaModel, type Token } from 'node-llama-cpp';

const WORK = join(import.meta.dirname, '../../.mini');
const TOLERANCE = 1e-3;

/** One text as PyTorch sees it; `next` are the likeliest next tokens after its first `cut` tokens. */
interface Reference {
	readonly text: string;
	readonly tokens: readonly number[];
	readonly cut?: number;
	readonly next?: readonly (readonly [number, number])[];
}

/** Compares PyTorch with llama.cpp on the f32 export: token ids, and next-token probabilities. Exits 1 beyond 1e-3. */
async function compareWithLlamaCpp(): Promise<void> {
	const references = JSON.parse(readFileSync(join(WORK, 'reference.json'), 'utf8')) as readonly Reference[];
	const llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.error });
	const model = await llama.loadModel({ modelPath: join(WORK, 'mini-f32.gguf') });
	const context = await model.createContext({ contextSize: 4096, threads: 2 });
	const sequence = context.getSequence();
	const different = references.filter(({ text, tokens }) => !sameTokens(model, text, tokens));
	const differences: number[] = [];
	for (const reference of references) {
		if (reference.next !== undefined) differences.push(await largestDifference(sequence, reference));
	}
	await llama.dispose();
	const largest = Math.max(...differences);
	process.stdout.write(
		`tokens: ${references.length - different.length} of ${references.length} texts the same\n` +
			`next-token probabilities: ${differences.length} places, largest difference ${largest.toExponential(2)}\n`,
	);
	for (const { text } of different.slice(0, 3)) process.stdout.write(`differs: ${text.slice(-120)}\n`);
	if (different.length > 0 || !(largest < TOLERANCE)) process.exitCode = 1;
}

function sameTokens(model: LlamaModel, text: string, expected: readonly number[]): boolean {
	const tokens = model.tokenize(text, true);
	return tokens.length === expected.length && tokens.every((token, index) => token === expected[index]);
}

async function largestDifference(sequence: LlamaContextSequence, { tokens, cut, next }: Reference): Promise<number> {
	await sequence.clearHistory();
	const prompt = tokens.slice(0, cut) as Token[];
	const last = prompt.pop();
	if (last === undefined || next === undefined) throw new Error('a reference without tokens');
	const results = await sequence.controlledEvaluate([...prompt, [last, { generateNext: { logits: true } }]]);
	const logits = results.at(-1)?.next.logits;
	if (logits === undefined) throw new Error('llama.cpp returned no logits');
	const highest = Math.max(...logits.values());
	const sum = [...logits.values()].reduce((total, logit) => total + Math.exp(logit - highest), 0);
	return Math.max(
		...next.map(([token, expected]) => {
			const logit = logits.get(token as Token);
			return logit === undefined ? Number.POSITIVE_INFINITY : Math.abs(Math.exp(logit - highest) / sum - expected);
		}),
	);
}

await compareWithLlamaCpp();
