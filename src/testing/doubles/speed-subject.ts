import type { SpeedSubject } from '../../bench/speed-row.ts';

/** A subject with everything that could break a table. */
export const speedSubject: SpeedSubject = {
	build_commit: 'node-llama-cpp 3.22.1 (llama.cpp b1234)',
	cpu_info: 'A, "B" | C',
	backends: 'cpu',
	model_filename: '=cmd,|모델.gguf',
	model_type: 'gemma4 3.81M Q8_0',
	model_size: 4_113_888,
	model_n_params: 3_805_093,
	n_batch: 256,
	n_threads: 1,
	flash_attn: false,
};
