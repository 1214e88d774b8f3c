import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { variantEffects } from '../../src/summary/variants.ts';
import { type ScriptLine, writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const OPTIONS = ['--limit', '2', '--max-tokens', '24'];

/** Runs the suite in its own folder; returns its output. */
async function runReplay(
	folder: string,
	...options: readonly string[]
): Promise<{ readonly stdout: string; readonly log: Log }> {
	const run = await cli(['run', ...ONE_ENGINE, '--suite', 'replay', '--out', 'replay', ...options], folder);
	expect(run.status, run.stderr).toBe(0);
	return { stdout: run.stdout, log: await readLogFile(join(folder, 'replay', 'log.jsonl')) };
}

describe('gemmark run --suite replay', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-replay-'));
	let stdout = '';
	let log: Log;
	beforeAll(async () => {
		({ stdout, log } = await runReplay(folder, ...OPTIONS));
	}, 240_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('asks the next turn on prompts that differ in the prefix only', () => {
		const prompts = (variant: string): readonly string[] =>
			log.samples
				.filter((sample) => sample.variant === variant)
				.map((sample) => sample.transcript.generations[0]?.promptTail ?? '');
		const prefixes = log.samples.filter(({ variant }) => variant === 'push').map(({ sample }) => String(sample.prefix));
		expect(prefixes).toHaveLength(2);
		for (const [index, prefix] of prefixes.entries()) {
			const [push, discard, merged] = ['push', 'discard', 'merged'].map((variant) => prompts(variant)[index]);
			expect(push?.split(prefix)).toHaveLength(2);
			expect(push?.replace(prefix, '')).toBe(discard);
			expect(merged?.replace(`${prefix} `, '')).toBe(discard);
		}
	});

	it('reports the effect of keeping the prefix, with the miniature notice', () => {
		expect(variantEffects(log)[0]).toMatchObject({ place: 'before the call' });
		const effect =
			/keeping the prefix .*\(bundled miniature, not Gemma\)\.\nright call: \d\/2 .*(?:McNemar p|nothing to test)/u;
		expect(stdout).toMatch(effect);
		const read = (name: string): string => readFileSync(join(folder, 'replay', name), 'utf8');
		expect(read('summary.md')).toMatch(/keeping the prefix .*\n- .*right call: .*(?:McNemar p|nothing to test)/u);
		expect(read('report.html')).toContain('gained, lost');
	});

	it('asks both variants with the same seeds', () => {
		const seeds = Map.groupBy(log.samples, ({ sampleId }) => sampleId);
		expect([...seeds.values()].map((variants) => new Set(variants.map(({ seed }) => seed)).size)).toEqual([1, 1]);
	});
});

/** The word that only the prefix has outweighs the words of the user, which the model hears in every variant. */
const ON_PREFIX = 3;
const spoken = (keyword: string, say: readonly string[], weight = 1): ScriptLine => ({
	keyword,
	weight,
	say: [...say, '<tool_call|>', '<|tool_response>'],
	afterTool: ['그래요.', '<turn|>'],
});
const LINES: readonly ScriptLine[] = [
	{ keyword: '어떻게 하는 거예요', say: ['글쎄요.', '<turn|>'] },
	spoken(
		'낮이 힘들죠',
		['침실을 시원하게 두는 방법을 알아볼게요.', '<|tool_call>', 'call:query_protocol{protocol_id:<|"|>sleep-3<|"|>}'],
		ON_PREFIX,
	),
	spoken('며칠째야', ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}']),
	spoken('불러올게', ['<|tool_call>', 'call:list_active_habits{}'], ON_PREFIX),
	{ keyword: '일기를 썼어요', say: ['잘했어요.', '<turn|>'] },
	spoken(
		'확인해 보겠습니다',
		['<|tool_call>', 'call:log_tracker_entry{habit_id:<|"|>h2<|"|>,value:<|"|>done<|"|>}'],
		ON_PREFIX,
	),
	spoken('완료로 적어', ['<|tool_call>', 'call:log_tracker_entry{habit_id:<|"|>h1<|"|>,value:<|"|>done<|"|>}']),
];

describe('a scripted model whose next call depends on the prefix', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-replay-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('shows the difference, with its direction, its ids and what it costs', async () => {
		const model = join(folder, 'scripted.gguf');
		writeScriptedGguf(model, { lines: LINES });
		const options = ['--model', model, '--context-size', '8192', '--filter', 'replay-0[1345]'];
		const { stdout, log } = await runReplay(folder, ...options);
		const [{ flips = [], measures = [] } = {}] = variantEffects(log);
		const shown = flips.map(({ score, first, second, gained, lost, p }) => ({
			score,
			rates: [first, second].map(({ hits, n }) => `${hits}/${n}`),
			gained: gained.map(({ sampleId }) => sampleId),
			lost: lost.map(({ sampleId }) => sampleId),
			p: p?.toFixed(3),
		}));
		expect(shown).toEqual([
			{
				score: 'rightCall',
				rates: ['2/4', '3/4'],
				gained: ['replay-01', 'replay-04'],
				lost: ['replay-03'],
				p: '1.000',
			},
			{ score: 'arguments', rates: ['1/1', '1/1'], gained: [], lost: [], p: '1.000' },
			{ score: 'strictFormat', rates: ['2/2', '2/2'], gained: [], lost: [], p: '1.000' },
			{ score: 'meaningful', rates: ['0/4', '1/4'], gained: ['replay-01'], lost: [], p: '1.000' },
		]);
		expect(measures.map(({ measure, difference }) => [measure, Math.sign(difference.mean)])).toEqual([
			['promptTokens', 1],
			['outputTokens', 1],
			['endToEndMs', expect.any(Number)],
		]);
		expect(stdout).toContain(
			'right call: 2/4 discard, 3/4 push; gained 2 (replay-01, replay-04), lost 1 (replay-03); McNemar p 1.000',
		);
		expect(stdout).toMatch(/tokens of its first prompt: \d+\.\d discard, \d+\.\d push \(\+\d/u);
	}, 240_000);
});
