import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, type JsonValue } from '../../../src/base/json.ts';
import { sampleKey } from '../../../src/eval/sample.ts';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { unpack } from '../../../src/log/packed.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { type Script, writeScriptedGguf } from '../../../src/testing/gguf/scripted-gguf.ts';

/** Writes a model that says one sentence, as quickly as an engine can, into the folder. */
export function scriptedModel(folder: string, script: Partial<Script> = {}): string {
	const file = join(folder, 'scripted.gguf');
	writeScriptedGguf(file, { lines: [{ say: ['기록부터 ', '천천히 ', '살펴볼게요.', '<turn|>'] }], ...script });
	return file;
}

/** How a run of it ends: it never calls a tool, so there is no path. */
export const SCRIPTED_EXIT = 3;

/** `run` of the prefix suite with it into `run`: 15 prompts, each so many times. */
export function scriptedRun(model: string, epochs: number): readonly string[] {
	const drawn = epochs > 1 ? ['--epochs', `${epochs}`, '--temperature', '1'] : [];
	const run = ['run', '--model', model, '--suite', 'prefix', '--out', 'run', '--threads', '1', '--max-tokens', '8'];
	return [...run, ...drawn, '--quiet'];
}

/** The whole sample lines of a run as they stand in the file, a repeated one as often as it stands. */
export function samplesIn(folder: string): readonly LogSample[] {
	const path = join(folder, LOG_NAME);
	if (!existsSync(path)) return [];
	return readFileSync(path, 'utf8')
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as LogSample)
		.filter((sample) => sample.type === 'sample' && unpack(sample));
}

/** Why the samples are not those of the whole run, once each; absent where they are. When they ended is no matter. */
export function otherSamples(samples: readonly LogSample[], whole: readonly LogSample[]): string | undefined {
	const wanted = new Map(whole.map((sample) => [sampleKey(sample), reported(sample)]));
	const found = new Set(samples.map(sampleKey));
	const lost = whole.length - found.size;
	const changed = samples.filter((sample) => wanted.get(sampleKey(sample)) !== reported(sample));
	const doubled = samples.length - found.size;
	if (lost + changed.length + doubled === 0) return undefined;
	const first = changed[0] === undefined ? '' : `, first ${sampleKey(changed[0])}`;
	return `${lost} of ${whole.length} samples lost, ${doubled} doubled, ${changed.length} changed${first}`;
}

function reported({ timings: _, ...sample }: LogSample): string {
	return canonicalJson(JSON.parse(JSON.stringify(sample)) as JsonValue);
}
