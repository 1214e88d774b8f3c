import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { GemmarkError } from '../../src/base/errors.ts';
import * as neutral from '../../src/index.ts';
import * as node from '../../src/node.ts';

const log = fixtureLog();
const rules = [{ metric: 'prefix.hits', min: 1 }];

/** What a stranger without types may write. */
const WRONG: readonly (readonly [string, () => unknown, string])[] = [
	[
		'a path as baseline',
		() => node.gate(log, rules, 'results/a' as never),
		'gate: baseline: requires a run or its log',
	],
	['null as baseline', () => node.gate(log, rules, null as never), 'gate: baseline: requires a run or its log'],
	['an empty baseline', () => node.gate(log, rules, {} as never), 'and this has no header'],
	['metrics alone as baseline', () => node.gate(log, rules, { metrics: {} } as never), 'and this has no header'],
	['an empty run', () => node.gate({} as never, rules), 'gate: requires a run or its log, and this has no header'],
	['null as options', () => node.gate(log, rules, log, null as never), 'gate: options: must be an object'],
	[
		'an option that there is not',
		() => node.gate(log, rules, undefined, { alow: [] } as never),
		"did you mean 'allow'?",
	],
	['two empty runs', () => node.compare({} as never, {} as never), 'compare: first: requires a run'],
	['a run without its log', () => node.compare(log, { log: 1 } as never), 'compare: second: requires a run'],
	[
		'one field for a list',
		() => node.compare(log, log, { allow: 'corpus' as never }),
		'allow: must be a list of fields',
	],
	['null as options of compare', () => node.compare(log, log, null as never), 'compare: options: must be an object'],
	['a path for its summary', () => node.summarizeRun('results/a' as never), 'summarizeRun: requires a run'],
	['nothing for its summary', () => node.summarizeRun(undefined as never), 'summarizeRun: requires a run'],
	['labels that are none', () => node.summarizeRun(log, { labels: 'x' as never }), 'labels: must be a Map'],
	['another option to read', () => node.readScoredRun('x', { confg: 'y' } as never), "did you mean 'config'?"],
	[
		'null as options to read',
		() => node.readScoredRun('x', null as never),
		'readScoredRun: options: must be an object',
	],
	['another option to score', () => node.rescoreRun('x', { outt: 'y' } as never), "did you mean 'out'?"],
	['a folder that is none', () => node.writeReports({ folder: 'x', log }, { out: 7 as never }), 'out: must be text'],
	['a log that is none', () => node.writeReports({ folder: 'x', log: {} as never }), 'writeReports: requires a run'],
	['no model', () => node.lint(undefined as never), 'lint: model or template must be a path'],
	['another option of lint', () => node.lint('mini-q8_0.gguf', { tols: 'x' } as never), "did you mean 'tools'?"],
	['a number for a config', () => node.openConfig(7 as never), 'openConfig: config must be a path'],
	['no suite', () => neutral.defineSuite(undefined as never), 'defineSuite: expected an object'],
	['no app', () => neutral.defineApp(null as never), 'defineApp: expected an object, got null'],
	['no tool', () => neutral.defineTool('x' as never), 'defineTool: expected an object, got text'],
	['no dialect', () => neutral.defineDialect(undefined as never), 'dialect ?: is missing'],
	['no options of a suite', () => neutral.toolsSuite(undefined as never), 'toolsSuite: expected an object'],
	['a misspelt one', () => neutral.prefixSuite({ corps: 'x' } as never), 'prefixSuite: corps: unknown field; did you'],
];

describe('a wrong input', () => {
	it.each(WRONG)('is refused in one line, with its place: %s', async (_, call, line) => {
		const error = await Promise.resolve()
			.then(call)
			.catch((cause: unknown) => cause);
		expect(error).toBeInstanceOf(GemmarkError);
		expect((error as GemmarkError).message).toContain(line);
		expect((error as GemmarkError).exitCode).toBe(2);
	});
});

it('a run that evaluate gave is taken as its log is', () => {
	const run = { folder: 'x', log };
	expect(node.summarizeRun(run)).toEqual(node.summarizeRun(log));
	expect(node.gate(run, rules, run, undefined).passed).toBe(true);
});
