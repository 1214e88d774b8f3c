import { describe, expect, it } from 'vitest';
import { parseLlamaBench } from './llama-bench.ts';

/** As printed by llama.cpp 11669, without some columns. */
const CSV = `build_commit,cpu_info,backends,model_filename,model_type,model_size,n_threads,n_prompt,n_gen,n_depth,test_time,avg_ns,stddev_ns,avg_ts,stddev_ts
"Debian","Intel(R) Xeon(R) Processor","CPU","/models/mini, q8.gguf","gemma4 ?B Q8_0","4060692","1","128","0","0","2026-11-21T12:15:52Z","28268840","361350","4528.446275","57.823064"
"Debian","Intel(R) Xeon(R) Processor","CPU","/models/mini, q8.gguf","gemma4 ?B Q8_0","4060692","1","0","64","32","2026-11-21T12:15:52Z","20741440","967297","3089.976073","140.431305"
`;
const FIRST = {
	model_filename: '/models/mini, q8.gguf',
	model_type: 'gemma4 ?B Q8_0',
	model_size: 4060692,
	cpu_info: 'Intel(R) Xeon(R) Processor',
	build_commit: 'Debian',
	backends: 'CPU',
	n_threads: 1,
	n_prompt: 128,
	n_gen: 0,
	n_depth: 0,
	avg_ns: 28268840,
	stddev_ns: 361350,
	avg_ts: 4528.446275,
	stddev_ts: 57.823064,
};

describe('parseLlamaBench', () => {
	it('reads the CSV of llama-bench', () => {
		const rows = parseLlamaBench(CSV);
		expect(rows).toHaveLength(2);
		expect(rows[0]).toEqual(FIRST);
		expect(rows[1]).toMatchObject({ n_prompt: 0, n_gen: 64, n_depth: 32, avg_ts: 3089.976073 });
	});

	it('reads columns by their names, in any order, and skips lines before the header', () => {
		const text = 'load_backend: loaded CPU backend\navg_ts,n_gen,avg_ns,new_column,n_prompt\n12.5,0,40000000,x,512\n';
		expect(parseLlamaBench(text)).toEqual([{ n_prompt: 512, n_gen: 0, n_depth: 0, avg_ns: 40_000_000, avg_ts: 12.5 }]);
	});

	it('reads JSON and JSON lines', () => {
		const row = {
			model_n_params: 3_780_000,
			n_prompt: 512,
			n_gen: 0,
			n_depth: 0,
			avg_ns: 29921771,
			avg_ts: 17.5,
		};
		expect(parseLlamaBench(JSON.stringify([row], undefined, 2))).toEqual([row]);
		expect(parseLlamaBench(`${JSON.stringify(row)}\n${JSON.stringify(row)}\n`)).toEqual([row, row]);
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
	])('refuses %s', (_name, text) => {
		expect(() => parseLlamaBench(text)).toThrow();
	});
});
