import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LlamaBenchError, parseLlamaBench } from './llama-bench.ts';

/** As printed by llama.cpp 11669, some columns left out. */
const CSV = `build_commit,cpu_info,backends,model_filename,model_type,model_size,n_threads,n_prompt,n_gen,n_depth,test_time,avg_ns,stddev_ns,avg_ts,stddev_ts
"Debian","Intel(R) Xeon(R) Processor","CPU","/models/mini, q8.gguf","gemma4 ?B Q8_0","4060692","1","128","0","0","2026-11-21T12:15:52Z","28268840","361350","4528.446275","57.823064"
"Debian","Intel(R) Xeon(R) Processor","CPU","/models/mini, q8.gguf","gemma4 ?B Q8_0","4060692","1","0","64","32","2026-11-21T12:15:52Z","20741440","967297","3089.976073","140.431305"
`;
const FIRST = {
	modelFilename: '/models/mini, q8.gguf',
	modelType: 'gemma4 ?B Q8_0',
	modelSize: 4060692,
	cpuInfo: 'Intel(R) Xeon(R) Processor',
	buildCommit: 'Debian',
	backends: 'CPU',
	threads: 1,
	nPrompt: 128,
	nGen: 0,
	nDepth: 0,
	avgNs: 28268840,
	stddevNs: 361350,
	avgTs: 4528.446275,
	stddevTs: 57.823064,
};

describe('parseLlamaBench', () => {
	it('reads the CSV of llama-bench', () => {
		const rows = parseLlamaBench(CSV);
		expect(rows).toHaveLength(2);
		expect(rows[0]).toEqual(FIRST);
		expect(rows[1]).toMatchObject({ nPrompt: 0, nGen: 64, nDepth: 32, avgTs: 3089.976073 });
	});

	it('reads columns by their names, in whatever order, and skips what stands before the header', () => {
		const text = 'load_backend: loaded CPU backend\navg_ts,n_gen,avg_ns,new_column,n_prompt\n12.5,0,40000000,x,512\n';
		expect(parseLlamaBench(text)).toEqual([{ nPrompt: 512, nGen: 0, nDepth: 0, avgNs: 40_000_000, avgTs: 12.5 }]);
	});

	it('reads JSON and JSON lines, samples of each repetition included', () => {
		const row = {
			model_n_params: 3_780_000,
			n_prompt: 512,
			n_gen: 0,
			n_depth: 0,
			avg_ns: 29921771,
			avg_ts: 17.5,
			samples_ns: [29587077, 30256465],
			samples_ts: [17.1, 17.9],
		};
		const expected = {
			modelParameters: 3_780_000,
			nPrompt: 512,
			nGen: 0,
			nDepth: 0,
			avgNs: 29921771,
			avgTs: 17.5,
			samplesNs: [29587077, 30256465],
			samplesTs: [17.1, 17.9],
		};
		expect(parseLlamaBench(JSON.stringify([row], undefined, 2))).toEqual([expected]);
		expect(parseLlamaBench(`${JSON.stringify(row)}\n${JSON.stringify(row)}\n`)).toEqual([expected, expected]);
	});

	it.each([
		['nothing', ''],
		['other text', 'error: failed to load model'],
		['half of a list', '[{"n_prompt": 1'],
		['a list of numbers', '[1, 2]'],
		['a row without a time', '[{"n_prompt":1,"n_gen":0,"avg_ts":1}]'],
		['a time that is no number', 'n_prompt,n_gen,avg_ns,avg_ts\n1,0,fast,1\n'],
		['a negative time', '[{"n_prompt":1,"n_gen":0,"avg_ns":-5,"avg_ts":1}]'],
		['an unclosed quote', 'n_prompt,n_gen,avg_ns,avg_ts\n"1,0,1,1\n'],
		['lists without end', '['.repeat(20_000)],
	])('refuses %s', (_name, text) => {
		expect(() => parseLlamaBench(text)).toThrow(LlamaBenchError);
	});

	it('takes a column named __proto__ for a column', () => {
		const row = '{"__proto__":{"n_depth":7},"n_prompt":1,"n_gen":0,"avg_ns":1,"avg_ts":1}';
		expect(parseLlamaBench(row)).toEqual([{ nPrompt: 1, nGen: 0, nDepth: 0, avgNs: 1, avgTs: 1 }]);
		const csv = '__proto__,n_prompt,n_gen,avg_ns,avg_ts\nx,1,0,1,1\n';
		expect(parseLlamaBench(csv)).toEqual([{ nPrompt: 1, nGen: 0, nDepth: 0, avgNs: 1, avgTs: 1 }]);
		expect(Object.hasOwn(Object.prototype, 'n_depth')).toBe(false);
	});

	it('gives rows or its own error for any text', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.json(),
					fc.string().map((text) => CSV.replace('Debian', text)),
				),
				(text) => {
					try {
						for (const row of parseLlamaBench(text)) expect(row.avgNs).toBeGreaterThanOrEqual(0);
					} catch (error) {
						expect(error).toBeInstanceOf(LlamaBenchError);
					}
				},
			),
		);
	});
});
