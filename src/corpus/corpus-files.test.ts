import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseHabitFixture } from '../../app/habit-coach/initial-habits.ts';
import { parseCatalog } from '../../app/habit-coach/protocol.ts';
import { dialogSample } from '../../suites/dialogs/index.ts';
import { frameSample, parseFramePatterns } from '../../suites/frame/sample.ts';
import { prefixSample } from '../../suites/prefix/index.ts';
import { replaySample } from '../../suites/replay/index.ts';
import { toolSample } from '../../suites/tools/index.ts';
import { ConfigError } from '../base/errors.ts';
import type { JsonValue } from '../base/json.ts';
import { readTool } from '../benchmarks/dialog-sample.ts';
import { DEFAULT_FRAME_PROMPT } from '../frame/prompt.ts';
import { type DataParser, loadCorpus, loadOwnCorpus, loadOwnPrompt, loadPrompt } from './corpus-files.ts';
import { rowsOf } from './corpus-text.ts';
import { parseCorpusManifest, parsePromptManifest } from './manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

const root = join(import.meta.dirname, '..', '..');
const readText = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const corpora = parseCorpusManifest(readText('corpus', 'manifest.json'), 'corpus/manifest.json');
const prompts = parsePromptManifest(readText('prompts', 'manifest.json'), 'prompts/manifest.json');

/** Who reads each data file, by its name in the manifest. */
const parsers: Readonly<Record<string, DataParser<readonly unknown[]>>> = {
	catalog: parseCatalog,
	'frame-patterns': parseFramePatterns,
	habits: (text, source) => parseHabitFixture(text, source).habits,
	prefix: rowsOf(prefixSample),
	frames: rowsOf(frameSample),
	dialogs: rowsOf(dialogSample),
	'dialog-tools': (text) => (JSON.parse(text) as readonly JsonValue[]).map(readTool),
	replay: rowsOf(replaySample),
	tools: rowsOf(toolSample),
};
const parserOf = (name: string): DataParser<readonly unknown[]> => {
	const parser = parsers[name];
	if (parser === undefined) throw new Error(`nothing reads ${name}`);
	return parser;
};

describe('the corpora of this repository', () => {
	it('are all in the manifest, and nothing else is', () => {
		expect(corpora.map(({ name }) => name).sort()).toEqual(Object.keys(parsers).sort());
		const files = readdirSync(join(root, 'corpus')).filter(
			(file) => /\.jsonl?$/.test(file) && file !== 'manifest.json',
		);
		expect(corpora.map(({ file }) => file).sort()).toEqual(files.sort());
		expect(prompts.map(({ file }) => file).sort()).toEqual(
			readdirSync(join(root, 'prompts'))
				.filter((file) => file.endsWith('.md') && file !== 'README.md')
				.sort(),
		);
	});

	it.each(corpora)(
		'$file fits its schema, its count and its hash, in NFC',
		({ name, file, count, sha256, version }) => {
			const text = readText('corpus', file);
			expect(text).toBe(text.normalize('NFC'));
			expect(hash(text)).toBe(sha256);
			const loaded = loadOwnCorpus(name, parserOf(name));
			expect(loaded.contents).toHaveLength(count);
			expect(loaded.identity).toEqual({ name, version, sha256 });
		},
	);

	it.each(prompts)('$file fits its hash, in NFC', ({ file, sha256 }) => {
		const text = readText('prompts', file);
		expect(text).toBe(text.normalize('NFC'));
		expect(hash(text)).toBe(sha256);
	});
});

describe('the prompts of this repository', () => {
	it('the frame prompt is the one the core has as its default', () => {
		expect(loadOwnPrompt('frame').text).toBe(DEFAULT_FRAME_PROMPT.trimEnd());
	});

	it("the coach's prompt says the day on which the samples play", () => {
		const { today } = loadOwnCorpus('habits', parseHabitFixture).contents;
		const weekday = new Intl.DateTimeFormat('ko', { weekday: 'long', timeZone: 'UTC' }).format(new Date(today));
		expect(loadOwnPrompt('coach-system').text).toContain(`오늘은 ${today} ${weekday}입니다.`);
	});
});

describe('loadCorpus', () => {
	const frames = rowsOf(frameSample);
	const row = '{"id":"f-1","raw_text":"책","habit_type":"build"}\n';

	it('reads a file of the user: unversioned, with its hash', () => {
		const path = join(folder, 'mine.jsonl');
		writeFileSync(path, row);
		expect(loadCorpus(path, frames)).toEqual({
			contents: [{ id: 'f-1', input: '책', habitType: 'build' }],
			identity: { name: 'mine.jsonl', version: 'unversioned', sha256: hash(row) },
		});
	});

	it('takes the version of a manifest beside it, marked where the file was edited', () => {
		const entry = { name: 'team-frames', file: 'team.jsonl', version: '3', licence: 'CC-BY-4.0', language: 'ko' };
		const manifest = { corpora: [{ ...entry, count: 1, sha256: hash(row), description: '팀의 입력' }] };
		const beside = mkdtempSync(join(folder, 'team-'));
		writeFileSync(join(beside, 'manifest.json'), JSON.stringify(manifest));
		writeFileSync(join(beside, 'team.jsonl'), row);
		expect(loadCorpus(join(beside, 'team.jsonl'), frames).identity).toMatchObject({
			name: 'team-frames',
			version: '3',
		});
		writeFileSync(join(beside, 'team.jsonl'), row.replace('책', '글'));
		expect(loadCorpus(join(beside, 'team.jsonl'), frames).identity.version).toBe('3+edited');
	});

	it('does not mind a manifest.json of another kind beside the file', () => {
		const beside = mkdtempSync(join(folder, 'web-'));
		writeFileSync(join(beside, 'manifest.json'), '{"manifest_version":3}');
		writeFileSync(join(beside, 'mine.jsonl'), row);
		expect(loadCorpus(join(beside, 'mine.jsonl'), frames).identity.version).toBe('unversioned');
	});

	it("refuses a name that gemmark's own manifests do not list", () => {
		expect(() => loadOwnCorpus('recipes', frames)).toThrow(ConfigError);
		expect(() => loadOwnCorpus('recipes', frames)).toThrow("no entry 'recipes'");
		expect(() => loadOwnPrompt('recipes')).toThrow("no entry 'recipes'");
	});

	it.each([
		['a missing file', () => loadCorpus(join(folder, 'none.jsonl'), frames), /none\.jsonl: no such file/],
		['a folder', () => loadCorpus(folder, frames), /is a folder/],
		['a missing prompt', () => loadPrompt(join(folder, 'none.md')), /none\.md: no such file/],
	])('refuses %s', (_title, load, message) => {
		expect(load).toThrow(ConfigError);
		expect(load).toThrow(message);
	});

	it('refuses a file that is not UTF-8, and an empty prompt', () => {
		const path = join(folder, 'euc-kr.txt');
		writeFileSync(path, Buffer.from([0xb0, 0xa1, 0xb3, 0xaa]));
		expect(() => loadCorpus(path, frames)).toThrow(/not UTF-8/);
		writeFileSync(path, ' \n');
		expect(() => loadPrompt(path)).toThrow(/: empty/);
	});
});
