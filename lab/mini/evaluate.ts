import { basename, resolve } from 'node:path';
import { habitCoach } from '../../app/habit-coach/index.ts';
import { llamaCppRunner } from '../../runners/llama-cpp/index.ts';
import { openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import { solveAppTurn } from '../../src/eval/define/app-turn.ts';
import { matchCall } from '../../src/eval/match/calls.ts';
import type { GenerationEvent, GenerationRecord } from '../../src/model/generation.ts';
import type { LoadedModel, RawModel } from '../../src/model/runner.ts';
import { type HeldOut, loadHeldOut } from './held-out.ts';

/**
 * Runs the held-out sentences through the app's real loop on each bundled file and prints the table of the model card.
 * A composition root, as `cli/` is: it alone here imports an engine and the app.
 */
async function evaluateBundled(files: readonly string[]): Promise<void> {
	const heldOut = loadHeldOut();
	let f16: readonly string[] | undefined;
	process.stdout.write(
		'| file | right first tool | right arguments | strict format | outputs as f16 |\n|---|---|---|---|---|\n',
	);
	for (const file of files) {
		const outcomes = await evaluateFile(resolve(import.meta.dirname, '../../models/mini', file), heldOut);
		if (file.endsWith('f16.gguf')) f16 = outcomes.map(({ output }) => output);
		const same = outcomes.filter(({ output }, index) => output === f16?.[index]).length;
		const attempts = outcomes.flatMap(({ attempts }) => attempts);
		const cells = [
			share(outcomes.filter(({ rightTool }) => rightTool).length, heldOut.length),
			share(outcomes.filter(({ rightArguments }) => rightArguments).length, heldOut.length),
			share(attempts.filter(isStrict).length, attempts.length),
			f16 === undefined ? '' : share(same, heldOut.length),
		];
		process.stdout.write(`| ${basename(file)} | ${cells.join(' | ')} |\n`);
		if (process.argv.includes('--verbose')) for (const outcome of outcomes) tell(outcome);
	}
}

interface Outcome {
	readonly heldOut: HeldOut;
	/** Everything the model wrote in this turn. */
	readonly output: string;
	readonly attempts: readonly GenerationEvent[];
	readonly rightTool: boolean;
	readonly rightArguments: boolean;
}

async function evaluateFile(path: string, heldOut: readonly HeldOut[]): Promise<readonly Outcome[]> {
	const model = await llamaCppRunner.load({ model: path });
	try {
		const outcomes: Outcome[] = [];
		for (const sample of heldOut) outcomes.push(await evaluateOne(model, sample));
		return outcomes;
	} finally {
		await model.dispose();
	}
}

async function evaluateOne(model: RawModel, heldOut: HeldOut): Promise<Outcome> {
	const generations = await generate(model, heldOut.input);
	const attempts = generations
		.flatMap(({ events }) => events)
		.filter(({ type }) => type === 'call' || type === 'malformed');
	const first = generations[0]?.events.find((event) => event.type === 'call');
	const call = first?.type === 'call' ? first.call : undefined;
	const { expected } = heldOut;
	const rightTool = expected === undefined ? attempts.length === 0 : call?.name === expected.tool;
	return {
		heldOut,
		output: generations.map(({ pieces }) => pieces.join('')).join('\n'),
		attempts,
		rightTool,
		rightArguments:
			rightTool && (expected === undefined || call === undefined || matchCall(expected, call) === undefined),
	};
}

async function generate(model: LoadedModel, text: string): Promise<readonly GenerationRecord[]> {
	const generations: GenerationRecord[] = [];
	const deadlineMs = 30_000;
	await solveAppTurn(text, {
		openConversation: (options) =>
			openConversation(model, 'gemma4', {
				...options,
				sampling: { temperature: 0, seed: 1 },
				maxTokens: 300,
				deadlineMs,
				reading: 'lenient',
				onGeneration: (record) => generations.push(record),
			}),
		app: habitCoach(),
		policy: 'push',
		reflection: false,
		deadlineMs,
		generations,
	});
	return generations;
}

function isStrict(event: GenerationEvent): boolean {
	return event.type === 'call' && event.call.repairs?.length === 0;
}

function share(count: number, of: number): string {
	return `${count}/${of} (${((100 * count) / Math.max(1, of)).toFixed(0)} %)`;
}

function tell({ heldOut, output, rightTool, rightArguments }: Outcome): void {
	const mark = rightArguments ? 'ok  ' : rightTool ? 'args' : 'tool';
	process.stdout.write(`${mark} ${heldOut.input}\n     ${output.replaceAll('\n', ' / ')}\n`);
}

const named = process.argv.slice(2).filter((argument) => argument.endsWith('.gguf'));
await evaluateBundled(named.length > 0 ? named : ['mini-f16.gguf', 'mini-q8_0.gguf', 'mini-q4_0.gguf']);
