import { join } from 'node:path';
import { readGgufFileInfo } from 'node-llama-cpp';
import { expect, it } from 'vitest';
import { answeredBy } from '../../run/answer-cache.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import { GgufWriter } from '../../src/testing/gguf/gguf-writer.ts';
import { ONE_ENGINE, outsideFolderFixture } from '../outside-folder-fixture.ts';

const RANK = 4;

/** Adds noise to some matrices of a model. */
async function writeAdapter(path: string, model: string, architecture?: string): Promise<void> {
	const { metadata, tensorInfo = [] } = await readGgufFileInfo(model, { logWarnings: false });
	const writer = new GgufWriter()
		.text('general.type', 'adapter')
		.text('general.architecture', architecture ?? metadata.general.architecture)
		.text('adapter.type', 'lora')
		.float32('adapter.lora.alpha', 64);
	for (const { name, dimensions } of tensorInfo) {
		if (!/attn_q\.weight|ffn_down\.weight/u.test(name)) continue;
		const [columns = 0, rows = 0] = dimensions.map(Number);
		const row = (length: number) => (at: number) =>
			Float32Array.from({ length }, (_, i) => Math.sin(7 * at + 3 * i) / 20);
		writer.tensor(`${name}.lora_a`, [columns, RANK], 'f32', row(columns));
		writer.tensor(`${name}.lora_b`, [RANK, rows], 'f32', row(RANK));
	}
	writer.write(path);
}

it('an adapter changes answers, and is part of the identity', async () => {
	const { folder, gemmark } = outsideFolderFixture({});
	const model = join(import.meta.dirname, '../../models/mini/mini-q8_0.gguf');
	await writeAdapter(join(folder, 'lora.gguf'), model);
	await writeAdapter(join(folder, 'other.gguf'), model, 'llama');
	const asked = ['run', '--suite', 'tools', '--limit', '3', ...ONE_ENGINE];
	const base = await gemmark(...asked, '--out', 'base');
	expect(base.status, base.stderr).toBe(0);
	const tuned = await gemmark(...asked, '--adapter', 'lora.gguf', '--out', 'tuned');
	expect(tuned.status, tuned.stderr).toBe(0);
	const [one, other] = await Promise.all(['base', 'tuned'].map((name) => readLogFile(join(folder, name, 'log.jsonl'))));
	if (one === undefined || other === undefined) throw new Error('no log');
	const texts = ({ samples }: typeof one): readonly string[] =>
		samples.map(({ transcript }) => transcript.generations.flatMap(({ pieces }) => pieces).join(''));
	expect(texts(other)).not.toEqual(texts(one));
	expect(other.header.model.adapter).toMatchObject({ name: 'lora.gguf', scale: 1 });
	expect(answeredBy({ identity: one.header.model, engine: one.header.engine })).not.toBe(
		answeredBy({ identity: other.header.model, engine: other.header.engine }),
	);
	const { comparisons } = JSON.parse((await gemmark('compare', 'base', 'tuned', '--json')).stdout);
	expect(comparisons[0].name).toBe('mini-q8_0.gguf + lora.gguf');
	expect(comparisons[0].comparison.identity.varied).toContainEqual({
		field: 'model.adapter.name',
		second: 'lora.gguf',
	});
	for (const [args, status, named] of [
		[['--resume', '--out', 'base', '--adapter', 'lora.gguf'], 2, 'model.adapter'],
		[['--adapter', model], 3, '--model'],
		[['--adapter', 'other.gguf'], 3, 'llama'],
		[['--model', 'lora.gguf'], 3, '--adapter'],
	] as const) {
		const refused = await gemmark(...asked, ...args);
		expect([refused.status, refused.stderr]).toEqual([status, expect.stringContaining(named)]);
	}
}, 120_000);
