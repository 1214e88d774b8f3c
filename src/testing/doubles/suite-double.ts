import type { Sample, Transcript } from '../../eval/sample.ts';
import type { Solution, SolveContext, Suite } from '../../eval/suite.ts';

/** Double: a suite whose solver is given; every sample scores whether it produced a message. */
export function suiteDouble(
	ids: readonly string[],
	solve: (sample: Sample, arm: string, context: SolveContext) => Promise<Solution>,
	arms: Suite['arms'] = [{ name: 'free' }],
): Suite {
	return {
		name: 'double',
		version: '1',
		corpus: { name: 'double', version: '1', sha256: '0', prompts: [] },
		samples: ids.map((id) => ({ id, input: `input of ${id}` })),
		arms,
		solve,
		score: (_sample: Sample, transcript: Transcript) => ({ spoke: { value: (transcript.messages ?? []).length > 0 } }),
		toLog: (sample) => ({ id: sample.id, input: sample.input }),
		fromLog: (row) => ({ id: String(row.id), input: String(row.input) }),
	};
}
