import { z } from 'zod';
import type { Config } from '../src/config/define.ts';
import type { Completer } from '../src/model/completer.ts';
import type { Finish } from '../src/model/generation.ts';
import type { Runner } from '../src/model/runner.ts';
import { prefixSuite } from '../suites/prefix/index.ts';

/**
 * Answers of a scripted model by a word of the prompt; `never` waits for an abort. After a tool's answer it always says the
 * same.
 */
export type Script = Readonly<
	Record<string, string | { readonly say: string; readonly finish: Finish; readonly ends?: number } | Error>
>;

/** Fixture: an app of two tools whose model is scripted. `onEvent` gets 'loaded' and 'disposed'. */
export function scriptedConfig(script: Script, onEvent: (word: string) => void = () => undefined): Config {
	return {
		app: {
			name: 'habit-notes',
			language: 'ko',
			system: '습관 노트를 돕습니다.',
			tools: ['search_catalog', 'add_habit'].map((name) => ({
				type: 'function',
				function: { name, description: name, parameters: { type: 'object', properties: {} } },
			})),
			answers: { search_catalog: [{ answer: { found: 1 } }], add_habit: [{ answer: { added: true } }] },
		},
		suites: [
			prefixSuite({
				corpus: [{ id: 'one', input: '운동', expected: [{ tool: 'search_catalog', arguments: {} }] }],
				decision: { hits: 1, of: 1 },
			}),
		],
		targets: [{ runner: scriptedRunner(script, onEvent), model: 'scripted' }],
	};
}

function scriptedRunner(script: Script, onEvent: (word: string) => void): Runner {
	return {
		name: 'scripted',
		modelSource: 'name',
		options: z.strictObject({}),
		async load() {
			onEvent('loaded');
			return {
				kind: 'raw',
				identity: { name: 'scripted', miniature: false },
				engine: { runner: 'scripted', version: '1' },
				loadMs: 0,
				chatTemplate: TEMPLATE,
				bosToken: '',
				eosToken: '<eos>',
				grammar: false,
				completer: scriptedCompleter(script),
				peakRssBytes: async () => undefined,
				dispose: async () => onEvent('disposed'),
			};
		},
	};
}

const TEMPLATE =
	'{% for message in messages %}<start_of_turn>{{ message.role }}\n{{ message.content }}<end_of_turn>\n{% endfor %}<start_of_turn>model\n';

function scriptedCompleter(script: Script): Completer {
	return {
		async *complete({ parts, signal }) {
			const prompt = parts.map(({ text }) => text).join('');
			const word = Object.keys(script).find((one) => prompt.includes(one));
			const said = prompt.includes('"found"') || prompt.includes('"added"') ? '다 했어요.' : script[word ?? ''];
			if (said === undefined || said instanceof Error) throw said ?? new Error('the script has no such word');
			if (said === 'never') {
				await new Promise((resolve) => signal?.addEventListener('abort', resolve));
				yield { type: 'end', finish: ABORTED, usage: {}, source: 'wall-clock', totalMs: 1 };
				return;
			}
			const { say, finish, ends = 1 } = typeof said === 'string' ? { say: said, finish: STOP } : said;
			yield { type: 'pieces', pieces: [{ text: say, atMs: 1 }] };
			for (let end = 0; end < ends; end += 1) {
				yield { type: 'end', finish, usage: { outputTokens: say.split(' ').length }, source: 'wall-clock', totalMs: 2 };
			}
		},
	};
}

const STOP: Finish = { unified: 'stop', raw: 'eos' };
const ABORTED: Finish = { unified: 'aborted', raw: 'aborted' };
