import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLogFile } from '../src/log/read-log.ts';
import type { Log } from '../src/log/record.ts';
import { outsideFolderFixture } from './outside-folder-fixture.ts';

/** A runner without an engine, in a folder of its own: it says one thing to users, and another to tools' answers. */
const RUNNER = `
import { z } from 'zod';
import { TEMPLATE } from './template.ts';

export const parrot = {
	name: 'parrot',
	modelSource: 'name',
	options: z.strictObject({ says: z.string().min(1), then: z.string().default('2 cups of it are 480 ml.') }),
	load: async ({ model, says, then }) => ({
		kind: 'raw',
		identity: { name: model || 'parrot', miniature: false },
		engine: { runner: 'parrot', version: '1' },
		loadMs: 0,
		chatTemplate: TEMPLATE,
		bosToken: '',
		eosToken: '<eos>',
		grammar: false,
		completer: {
			async *complete({ parts }) {
				const prompt = parts.map(({ text }) => text).join('');
				const text = prompt.includes('ANSWER') || prompt.includes('"response"') ? then : says;
				yield { type: 'pieces', pieces: [{ text, atMs: 1 }] };
				yield { type: 'end', finish: { unified: 'stop', raw: 'eos' }, usage: { outputTokens: text.split(" ").length }, source: 'wall-clock', totalMs: 2 };
			},
		},
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
	}),
};
`;

const GEMMA3_TEMPLATE = `
export const TEMPLATE = "{% for message in messages %}<start_of_turn>{{ message.role }}\\n{{ message.content }}<end_of_turn>\\n{% endfor %}<start_of_turn>model\\n";
`;

const APP = `
import { defineApp } from 'gemmark';
import { z } from 'zod';

const asked = { cups: 0 };
export const app = defineApp({
	name: 'kitchen',
	language: 'en',
	system: 'Answer in metric units.',
	open: () => ({
		tools: [{
			name: 'to_metric',
			description: 'Converts cups.',
			schema: z.object({ cups: z.number() }),
			destructive: false,
			handler: ({ cups }) => ({ type: 'ok', data: { ml: cups * 240 } }),
		}],
		snapshot: () => asked,
		close: () => undefined,
	}),
});
`;

const SCORER = `
import { defineScorer } from 'gemmark';

export const metric = defineScorer({
	name: 'metric',
	title: 'answers in metric units',
	main: true,
	score: (_sample, { answer = '' }) => (/\\d ml/u.test(answer) ? true : { value: false, reason: 'imperial' }),
});
`;

const SUITE = `
import { defineSuite, scorers } from 'gemmark';
import { metric } from './metric.ts';

export const units = defineSuite({
	name: 'units',
	samples: [
		{ id: 'milk', input: 'How much is 2 cups of milk?', expected: [{ tool: 'to_metric', arguments: { cups: 2 } }] },
		{ id: 'rice', input: 'And 2 cups of rice?', expected: [{ tool: 'to_metric', arguments: { cups: 2 } }] },
	],
	scorers: [metric, scorers.callsMatch()],
	decision: { hits: 2, of: 2, paths: { ship: { title: 'ship it' }, wait: { title: 'wait' } } },
});
`;

const CONFIG = `
import { defineConfig } from 'gemmark';
import { app } from './app.ts';
import { parrot } from './runner/index.ts';
import { units } from './units.ts';

export default defineConfig({
	app,
	suites: [units],
	targets: [{ runner: parrot, model: 'grey', says: 'Let me convert. {"name": "to_metric", "parameters": {"cups": 2}}' }],
});
`;

const FILES = {
	'gemmark.config.ts': CONFIG,
	'app.ts': APP,
	'units.ts': SUITE,
	'metric.ts': SCORER,
	'runner/index.ts': RUNNER,
	'runner/template.ts': GEMMA3_TEMPLATE,
};

async function logOf(folder: string): Promise<Log> {
	return readLogFile(join(folder, 'out', 'log.jsonl'));
}

it('an app, a suite, a scorer and a runner of one’s own are one file each, and their scores reach every report', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		...FILES,
		'gate.yaml': 'version: 1\nrules: [{ metric: units.metric, min: 1 }, { metric: units.hits, min: 2 }]\n',
	});
	const { status, stdout, stderr } = await gemmark('run', '--out', 'out', '--gate', 'gate.yaml');
	expect(stderr).not.toMatch(/gemmark:/u);
	expect(status).toBe(0);
	expect(stdout).toMatch(/^path {5}Path ship: 2 of 2 prompts pass/mu);
	expect(stdout).toMatch(/✓ units\.metric 1, required/u);
	const log = await logOf(folder);
	expect(log.header).toMatchObject({ engine: { runner: 'parrot' }, model: { name: 'grey' } });
	expect(log.samples.map(({ scores }) => scores)).toEqual([
		{ metric: { value: true }, correct: { value: true } },
		{ metric: { value: true }, correct: { value: true } },
	]);
	expect(log.samples[0]?.transcript.messages?.map(({ role }) => role)).toEqual(['user', 'model', 'tool-call', 'model']);
	for (const report of ['report.html', 'report.csv', 'summary.md', 'junit.xml']) {
		expect(readFileSync(join(folder, 'out', report), 'utf8')).toContain('metric');
	}
	const again = await gemmark('run', '--out', 'again');
	expect(again.status).toBe(0);
	const compared = await gemmark('compare', 'out', 'again', '--out', 'both');
	expect(compared).toMatchObject({ status: 0, stdout: expect.stringMatching(/0 prompts lost, 0 gained/u) });
	expect(readFileSync(join(folder, 'both', 'comparison.csv'), 'utf8')).toContain('metric');
	expect((await gemmark('rescore', 'out')).status).toBe(0);
});

it('a comparison whose first model does not load leaves no folder', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		...FILES,
		'gemmark.config.ts': CONFIG.replace(
			'targets: [',
			"targets: [{ name: 'broken', runner: { ...parrot, load() { throw new Error('no'); } }, says: 'x' }, ",
		),
	});
	expect((await gemmark('run', '--out', 'both')).status).not.toBe(0);
	expect(existsSync(join(folder, 'both'))).toBe(false);
});

it('a dialect of one’s own is one file, found by what the chat template writes', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		...FILES,
		'gemmark.config.ts': CONFIG.replace(`import { app }`, `import './dialect.ts';\nimport { app }`).replace(
			/says: '.*'/u,
			`says: 'Let me convert. CALL to_metric {"cups": 2}'`,
		),
		'runner/template.ts':
			'export const TEMPLATE = "{% for message in messages %}[{{ message.role }}] {{ message.content }}\\n{% endfor %}[model] ";',
		'dialect.ts': DIALECT,
	});
	const { status, stdout, stderr } = await gemmark('run', '--out', 'out');
	expect(stderr).not.toMatch(/gemmark:/u);
	expect(status).toBe(0);
	expect(stdout).toMatch(/^path {5}Path ship: 2 of 2 prompts pass/mu);
	const log = await logOf(folder);
	expect(log.header.settings.dialect).toBe('shouted');
	expect(log.samples[0]?.scores).toEqual({ metric: { value: true }, correct: { value: true } });
	expect(log.samples[0]?.transcript.messages?.[1]).toEqual({ role: 'model', text: 'Let me convert.' });
});

const DIALECT = `
import { defineDialect } from 'gemmark';

/** Reads at the end of a generation: right, and later than a parser that reads what comes. */
class ShoutedParser {
	text = '';
	push(chunk) {
		this.text += chunk;
		return [];
	}
	end() {
		const [, said = '', name, raw = '{}'] = /^([^]*?)\\s*(?:CALL (\\w+) (\\{[^]*\\}))?$/u.exec(this.text) ?? [];
		const spans = said === '' ? [] : [{ type: 'text', text: said }];
		if (name === undefined) return spans;
		return [...spans, { type: 'call-open' }, { type: 'call', name, arguments: JSON.parse(raw), raw: this.text.slice(said.length), repairs: [] }];
	}
}

defineDialect({
	name: 'shouted',
	speaks: { template: (template) => template.includes('[model] ') },
	stops: ['\\n['],
	turnOpen: '[',
	parser: () => new ShoutedParser(),
	toolResponses: (results, then = '') => results.map(({ response }) => '\\n[tool] ANSWER ' + JSON.stringify(response)).join('') + '\\n[user] ' + then + '\\n[model] ',
	nextUserTurn: (text) => '\\n[user] ' + text + '\\n[model] ',
	declareTools: (tools) => JSON.stringify(tools),
	callGrammar: () => 'root ::= "CALL"',
});
`;

it('a runner of one’s own without a required option is refused before it is loaded', async () => {
	const { gemmark } = outsideFolderFixture({ ...FILES, 'gemmark.config.ts': CONFIG.replace(/says: '.*'/u, '') });
	expect(await gemmark('config')).toMatchObject({
		status: 2,
		stderr: expect.stringMatching(/^gemmark: gemmark\.config\.ts: targets\[0\]\.says: is missing[^\n]*\n$/u),
	});
});

it('a scorer that fails on what the model says leaves its score unscored, and the others be', async () => {
	const { folder, gemmark } = outsideFolderFixture({
		...FILES,
		'metric.ts': SCORER.replace(
			/score: .*/u,
			"score: (_sample, { answer = '' }) => { if (/ml/u.test(answer)) throw new Error('litre'); return true; },",
		),
	});
	const { status, stdout } = await gemmark('run', '--out', 'out');
	expect(stdout).toMatch(/unscored.*scorer/u);
	expect(status).toBe(3);
	const log = await logOf(folder);
	const detail = { code: 'score.code-threw', params: { thrown: 'Error: litre' } };
	const failed = { metric: { unscored: 'scorer-failed', detail }, correct: { value: true } };
	expect(log.samples.map(({ scores }) => scores)).toEqual([failed, failed]);
});

it.each([
	['never answers', 'await new Promise(() => undefined);', /not measured; 2 unscored: hit the deadline/u],
	['throws', "throw new Error('engine gone');", /failed: 2 samples: Error: engine gone/u],
])(
	'a runner of one’s own that %s ends the generation, not the run, which measured nothing',
	async (_, hangs, measured) => {
		const completer = RUNNER.replace("yield { type: 'pieces'", `${hangs}\n\t\t\t\tyield { type: 'pieces'`);
		const { folder, gemmark } = outsideFolderFixture({
			...FILES,
			'runner/index.ts': completer,
			'units.ts': SUITE.replace(/\tdecision: .*\n/u, ''),
		});
		const { status, stdout, stderr } = await gemmark('run', '--out', 'out', '--deadline', '0.1');
		expect(stderr).not.toMatch(/defect|unsettled/u);
		expect(stdout).toMatch(measured);
		expect(stderr).toMatch(/^gemmark: units: nothing was measured, every sample is unscored: 2 /mu);
		expect(status).toBe(3);
		expect((await logOf(folder)).footer).toMatchObject({ outcome: 'complete' });
	},
);
