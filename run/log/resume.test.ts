import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import type { LogHeader } from '../../src/log/record.ts';
import { logHeaderFixture } from '../../src/testing/log-line-fixture.ts';
import { requireSameRun } from './resume.ts';

const before = logHeaderFixture({
	command: 'gemmark run --seed 1',
	model: { name: 'model.gguf', miniature: false, digest: 'a', pathSha256: 'a' },
});

const refused = (params: object): unknown =>
	expect.objectContaining({ said: expect.objectContaining({ params: expect.objectContaining(params) }) });
const differing = (...fields: readonly string[]): unknown => refused({ source: 'log', fields });

describe('requireSameRun', () => {
	it('lets a run go on under its own identity, at another time and place', () => {
		expect(() => requireSameRun(before, { ...before, startedAt: 'later', command: 'other' }, 'log')).not.toThrow();
	});

	it('says of runs in turns that they cannot be gone on with, whatever the options', () => {
		expect(() => requireSameRun({ ...before, interleaved: 'group' }, before, 'log')).toThrow(
			expect.objectContaining({ said: expect.objectContaining({ code: 'usage.resume-interleaved' }) }),
		);
	});

	it.each<[string, object]>([
		['engine.contextSize', { engine: { ...before.engine, contextSize: 256 } }],
		['settings.limit', { settings: { ...before.settings, limit: 3 } }],
		['settings.filter', { settings: { ...before.settings, filter: 'a' } }],
		['settings.topK', { settings: { ...before.settings, topK: 3 } }],
		['settings.topK, settings.topP', { settings: { ...before.settings, topK: 3, topP: 0.5 } }],
		['interleaved', { interleaved: 'group' }],
		['settings.thinking', { settings: { ...before.settings, thinking: 'on' } }],
		['app.language, app.name, app.version, app.files', { app: { name: 'other', version: '1', language: 'ko' } }],
	])('refuses another %s, whichever of the two has it', (field, changes) => {
		const other = { ...before, ...changes };
		expect(() => requireSameRun(before, other, 'log')).toThrow(differing(...field.split(', ')));
		expect(() => requireSameRun(other, before, 'log')).toThrow(differing(...field.split(', ')));
	});

	it.each<[string, object, string]>([
		['options', { settings: { ...before.settings, limit: 3 } }, 'resume.options'],
		['a model', { model: { ...before.model, sha256: 'b' } }, 'resume.model'],
		['weights under the same name', { model: { ...before.model, digest: 'b' } }, 'resume.model'],
		['weights at another path', { model: { ...before.model, pathSha256: 'b' } }, 'resume.model-path'],
		['an engine', { engine: { ...before.engine, version: 'x' } }, 'resume.engine'],
		['an app', { app: { name: 'other', version: '1', language: 'ko' } }, 'resume.app'],
		['shards', { settings: { ...before.settings, missingShards: [2] } }, 'resume.shards'],
	])('names the remedy that fits where it is %s that differ', (_, changes, code) => {
		const remedies = [expect.objectContaining({ code })];
		expect(() => requireSameRun(before, { ...before, ...changes }, 'log')).toThrow(refused({ remedies }));
	});

	it('takes other code of the config where that is allowed, and says by which files', () => {
		const code = [{ name: 'gemmark.config.ts', sha256: 'a' }];
		const [one, other] = [
			{ ...before, code },
			{ ...before, code: [...code, { name: 'tools.ts', sha256: 'b' }] },
		];
		expect(() => requireSameRun(one, other, 'log')).toThrow(differing('code of tools.ts'));
		expect(requireSameRun(one, other, 'log', ['code'])).toEqual([
			message('run.mixed-answers', { fields: ['code of tools.ts'] }),
		]);
		expect(requireSameRun(one, one, 'log', ['code'])).toEqual([]);
		const elsewhere = { ...other, settings: { ...before.settings, seed: 9 } };
		expect(() => requireSameRun(one, elsewhere, 'log', ['code'])).toThrow(differing('settings.seed'));
	});

	it('refuses another system prompt, wherever it is written, and takes a run of before whose log does not tell it', () => {
		const app = {
			name: 'shop',
			version: '1',
			language: 'ko',
			files: [{ name: 's.md', version: '1', sha256: 'bytes' }],
		};
		const withSystem = (sha256: string, file?: string) => ({
			...before,
			app: { ...app, content: { system: { sha256, file } } },
		});
		const beside = { ...withSystem('a'), app: { ...withSystem('a').app, files: [] } };
		expect(() => requireSameRun(withSystem('a', 's.md'), beside, 'log')).not.toThrow();
		expect(() => requireSameRun(withSystem('a'), withSystem('b'), 'log')).toThrow(differing('app.system'));
		expect(() => requireSameRun({ ...before, app }, withSystem('b', 's.md'), 'log')).not.toThrow();
	});

	it('goes on with a run of before thinking was recorded, when it was off', () => {
		const now = { ...before, settings: { ...before.settings, thinking: 'off' as const } };
		expect(() => requireSameRun(before, now, 'log')).not.toThrow();
	});

	it('goes on where only times change, and says so', () => {
		const at = (threads: number): LogHeader => ({
			...before,
			engine: { ...before.engine, threads, threadsFrom: 'option' },
		});
		expect(requireSameRun(at(1), at(1), 'log')).toEqual([]);
		expect(requireSameRun(at(1), at(2), 'log')).toEqual([message('run.mixed-times', { fields: ['threads 1 and 2'] })]);
	});

	it.each<[string, object, object]>([
		['settings.temperature', {}, { settings: { ...before.settings, temperature: 1 } }],
		['settings.shard', {}, { settings: { ...before.settings, shard: { index: 1, count: 2 } } }],
		['model.sha256', { model: { ...before.model, sha256: 'a' } }, { model: { ...before.model, sha256: 'b' } }],
	])('names a %s that differs', (field, first, second) => {
		expect(() => requireSameRun({ ...before, ...first }, { ...before, ...second }, 'log')).toThrow(differing(field));
	});
});
