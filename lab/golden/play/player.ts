import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { type Played, piecesOf, promptKey, type Recording, Script, type Scripted } from './generation.ts';
import { golden, packageEntry } from './package-entry.ts';

const { EngineError } = await import(packageEntry('.'));

interface Request {
	readonly parts: readonly { readonly text: string }[];
	readonly sampling: { readonly temperature: number; readonly seed: number };
	readonly grammar?: string;
}

/** A runner of the public interface (docs/own-runner.md) that plays recorded or scripted generations. */
export const player: object = {
	name: 'golden',
	modelSource: 'name',
	options: z.strictObject({
		recording: z.string().describe('JSON file of generations or of a script'),
		counts: z.boolean().default(true).describe('whether it counts output tokens that the recording does not'),
		confirms: z
			.array(z.enum(['yes', 'unknown', 'other']))
			.default([])
			.describe('what confirm() answers, in order'),
	}),
	load({ model, recording, counts }: PlayerOptions): object {
		const { generations = {}, script, confirms = [] }: Recording = JSON.parse(readFileSync(recording, 'utf8'));
		const scripted = new Script(script);
		const answerTo = (request: Request): Played => {
			const prompt = request.parts.map(({ text }) => text).join('');
			const key = promptKey(prompt, request.sampling, request.grammar);
			return generations[key] ?? played(scripted.next(prompt), prompt, counts);
		};
		return {
			kind: 'raw',
			identity: { name: model, miniature: false },
			engine: { runner: 'golden', version: '1' },
			loadMs: 1,
			chatTemplate: readFileSync(join(golden, 'data/template.jinja'), 'utf8'),
			bosToken: '<bos>',
			eosToken: '<eos>',
			grammar: true,
			completer: { complete: (request: Request) => complete(answerTo(request)) },
			...(confirms.length > 0 && { confirm: confirming(confirms) }),
			peakRssBytes: async () => undefined,
			dispose: async () => {},
		};
	},
};

interface PlayerOptions {
	readonly model: string;
	readonly recording: string;
	readonly counts: boolean;
}

async function* complete({ pieces, tokens, finish = ['stop', '<turn|>'], ...counts }: Played): AsyncGenerator<object> {
	const started = performance.now();
	for (const [index, text] of pieces.entries()) {
		const token = tokens?.[index];
		const piece = { text, atMs: performance.now() - started, token };
		yield { type: 'pieces', pieces: [piece] };
	}
	await setImmediate();
	const [unified, raw] = finish;
	yield {
		type: 'end',
		finish: { unified, raw },
		usage: counts,
		source: 'wall-clock',
		totalMs: performance.now() - started,
	};
}

function played(scripted: Scripted | undefined, prompt: string, counts: boolean): Played {
	if (scripted === undefined)
		throw new Error(`no recorded generation for a prompt that ends with ${prompt.slice(-120)}`);
	if (typeof scripted === 'string') {
		const pieces = piecesOf(scripted);
		return { pieces, ...(counts && { outputTokens: pieces.length + 1 }) };
	}
	if ('fails' in scripted) throw new EngineError(scripted.fails, scripted.message);
	const { text, ...rest } = scripted;
	const pieces = piecesOf(text);
	return { pieces, ...(counts && { outputTokens: pieces.length + 1 }), ...rest };
}

/** The last answer stays. */
function confirming(answers: NonNullable<Recording['confirms']>): () => Promise<boolean> {
	let asked = 0;
	return async () => {
		const answer = answers[Math.min(asked++, answers.length - 1)];
		if (answer === 'other') throw new EngineError('unconfirmed', 'another model answers');
		return answer === 'yes';
	};
}
