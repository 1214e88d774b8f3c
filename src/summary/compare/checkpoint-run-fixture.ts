import { callFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { SummarizedRun } from '../notices.ts';

/** Fixture: a run of 60 prompts, of which 9 expect `set_alarm`; these are called right, and so many alarms. */
export function checkpointRun(step: number | undefined, right: readonly number[], alarms = 8): SummarizedRun {
	const suite = {
		name: 'tools',
		corpus: { sha256: 'c' },
		scores: { correct: { kind: 'rate', main: true, calls: 'all' } },
	};
	const samples = Array.from({ length: 60 }, (_, at) => {
		const tool = at < 9 ? 'set_alarm' : 'set_timer';
		const called = at < 9 && at >= alarms ? 'set_timer' : tool;
		return {
			suite: 'tools',
			sampleId: `p${at}`,
			variant: 'free',
			epoch: 0,
			sample: { id: `p${at}`, input: 'x', expected: [{ tool, arguments: {} }] },
			transcript: transcriptFixture([[callFixture(called)]]),
			scores: { correct: { value: right.includes(at) && called === tool } },
			timings: { generations: [], endToEndMs: 100, cold: false },
		};
	});
	// A longer name in the header is 32 bytes.
	const sizeBytes = 1e6 + (step === undefined ? 0 : 32);
	const model = { name: `${step}.gguf`, sha256: `${step}`, quantization: 'Q8_0', sizeBytes, miniature: false };
	const engine = { runner: 'llama-cpp', backend: 'cpu' };
	return { header: { step, suites: [suite], settings: { epochs: 1 }, model, engine }, samples } as never;
}

/** Fixture: the last so many prompts. */
export const lastPrompts = (n: number): readonly number[] => Array.from({ length: n }, (_, at) => at + 60 - n);
