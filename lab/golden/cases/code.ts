import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ended, type Golden, type Lab } from '../lab.ts';
import { packageEntry, repository } from '../play/package-entry.ts';

const APP = `app: { name: 'kitchen', language: 'en', system: 'kitchen/system.md', tools: 'kitchen/tools.json', answers: 'kitchen/answers.yaml' }`;
const SCRIPTED = { model: 'scripted', recording: 'script.json' };

/** A suite of the user's code, as it stands first and after an edit. */
function suite(version: number, scorer: string): string {
	return `suites: [gemmark.defineSuite({
		name: 'talk',
		version: '${version}',
		samples: [
			{ id: 'thanks', input: 'Thank you very much!', expected: [] },
			{ id: 'tofu', input: 'What can I make with tofu?', expected: [{ tool: 'find_recipe', arguments: { ingredient: 'tofu' } }] },
			{ id: 'salt', input: 'We are out of salt.', expected: [] },
			{ id: 'truffle', input: 'Only truffle will do', expected: [{ tool: 'find_recipe', arguments: { ingredient: 'truffle' } }] },
		],
		scorers: [
			{ name: 'brief', main: true, score: ${scorer} },
			{ name: 'words', kind: 'number', unit: 'words', direction: 'lower', budget: 8, score: (_, { answer }) => answer?.split(' ').length },
			gemmark.scorers.callsMatch(),
			gemmark.scorers.callSuccess(),
		],
		groups: ({ expected }) => ({ call: expected.length > 0 ? 'needed' : 'none' }),
		decision: { hits: 3, of: 4, paths: { ship: { title: 'ship it' }, wait: { title: 'wait' } } },
	}), gemmark.defineSuite({
		name: 'arms',
		samples: [{ id: 'thanks', input: 'Thank you very much!' }, { id: 'salt', input: 'We are out of salt.' }],
		variants: [{ name: 'short' }, { name: 'long' }],
		solve: async (sample, context, variant) => ({ ...(await gemmark.solveAppTurn(sample.input, context)), facts: { variant } }),
		scorers: [{ name: 'isShort', main: true, score: (_, { facts }) => facts.variant === 'short' }],
	})]`;
}

/** Users' code: suites, scorers, rescores, the library, vitest; and what is refused. */
export const CODE: readonly Golden[] = [
	{
		name: 'rescore',
		covers:
			'a suite in code with variants, groups, numbers and a decision; rescored after an edit; a score that a log does not have',
		async run(lab) {
			open(lab, suite(1, `(_, { answer = '' }) => answer.length < 20 || { value: false, reason: 'long' }`));
			await lab.step('first', ['run']);
			open(lab, suite(2, `(_, { answer = '' }) => answer.length < 40 || { value: false, reason: 'too-long' }`));
			await lab.exitCode('rescored', 'rescore', 'first', '--out', 'rescored');
			await lab.written('rescored', { metrics: true });
			await lab.compare('versions', ['first', 'rescored']);
			await lab.compare('allowed', ['first', 'rescored'], '--allow', 'suite');
			await lab.exitCode('in-place', 'rescore', 'first');
			await lab.written('in-place', { out: 'first' });
			lab.write('first/log.jsonl', lab.read('first/log.jsonl').replace(/"brief":\{"value[^}]*\},?/u, ''));
			await lab.step('score-missing', ['merge', 'first']);
		},
	},
	{
		name: 'library',
		covers: 'the library: evaluate and writeReports',
		async run(lab) {
			lab.config([{ model: 'mini-q8', recording: 'coach-q8' }]);
			lab.write(
				'library.ts',
				`import { evaluate, writeReports } from '${packageEntry('./node')}';
const run = await evaluate('gemmark.config.ts', { suites: ['prefix'], limit: 6, out: 'evaluated' });
await writeReports(run, { lang: 'ko' });
`,
			);
			const { exitCode } = await ended([lab.path('library.ts')], lab.folder);
			lab.outcome.evaluated = { exitCode };
			await lab.written('evaluated');
		},
	},
	{
		name: 'vitest',
		covers: 'gemmark in vitest: ask, evaluate, matchers; the outcome of each test',
		async run(lab) {
			symlinkSync(join(repository, 'node_modules'), lab.path('node_modules'));
			lab.config([{ model: 'mini-q8', recording: 'coach-q8' }], '', 'played.config.ts');
			lab.write(
				'vitest.config.ts',
				`export default { test: { include: ['coach.test.ts'], testTimeout: 120_000, reporters: [['json', { outputFile: 'tests.json' }]] } };\n`,
			);
			lab.write('coach.test.ts', TESTS.replace('ENTRY', packageEntry('./vitest')));
			const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
			const { exitCode } = await ended([vitest, 'run', '--root', lab.folder], lab.folder);
			const { testResults } = JSON.parse(lab.read('tests.json'));
			const tests = testResults.flatMap(({ assertionResults }: { assertionResults: object[] }) => assertionResults);
			lab.outcome.tests = {
				exitCode,
				tests: tests.map(({ title, status }: { title: string; status: string }) => `${title}: ${status}`),
			};
		},
	},
	{
		name: 'refused',
		covers: 'exit codes of what is refused or not there: flags, configs, corpora, gates, runs, models',
		async run(lab) {
			open(lab, suite(1, '() => true'));
			lab.write('wrong.yaml', 'app: { destructiv: [x] }\n');
			lab.write('gate.yaml', 'version: 1\nrules:\n  - { metric: prefix.hits, maxDrop: 5, minimum: 3 }\n');
			lab.write('throws.ts', 'throw new Error("mine");\n');
			const scorer = suite(1, `() => { throw new Error('mine'); }`);
			lab.config([SCRIPTED], `${APP}, ${scorer}`, 'scorer.ts');
			const commands: Readonly<Record<string, readonly string[]>> = {
				flag: ['run', '--no-such-flag'],
				suite: ['run', '--suite', 'prefixes'],
				config: ['run', '--config', 'wrong.yaml'],
				thrown: ['run', '--config', 'throws.ts'],
				scorer: ['run', '--config', 'scorer.ts', '--out', 'scorer'],
				gate: ['run', '--gate', 'gate.yaml'],
				model: ['run', '--runner', 'llama-cpp', '--model', 'no-such.gguf'],
				server: ['run', '--runner', 'openai', '--base-url', 'http://127.0.0.1:9', '--model', 'x'],
				run: ['report', 'no-such-run'],
				holds: ['config'],
			};
			for (const [name, args] of Object.entries(commands)) await lab.exitCode(name, ...args);
		},
	},
];

const TESTS = `import { gemmarkTest } from 'ENTRY';
import { expect } from 'vitest';

const test = gemmarkTest({ config: 'played.config.ts' });

test('first prompt calls search_catalog', async ({ ask }) => {
	const turn = await ask('운동 뭐부터 하면 좋을까?');
	expect(turn).toCallTool('search_catalog', { category: 'movement' });
	expect(turn).toHaveMeaningfulPrefix();
	expect(turn.unscored).toBeUndefined();
});
test('another tool fails', async ({ ask }) => {
	expect(await ask('운동 뭐부터 하면 좋을까?')).toCallTool('get_streak');
});
test('empty prefix fails', async ({ ask }) => {
	expect(await ask('스트래스 받을 때 할만한 거 추천좀')).toHaveMeaningfulPrefix();
});
test('suite decides path A', async ({ evaluate }) => {
	expect(await evaluate('prefix')).toDecidePath('A');
});
`;

function open(lab: Lab, suites: string): void {
	lab.copy('kitchen', 'kitchen');
	lab.copy('kitchen/script.json', 'script.json');
	lab.config([SCRIPTED], `${APP}, ${suites}`);
}
