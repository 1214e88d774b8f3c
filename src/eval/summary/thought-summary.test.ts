import { describe, expect, it } from 'vitest';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import { sampleThoughtTokens } from './thought-summary.ts';

describe('sampleThoughtTokens', () => {
	it('adds up the generations that tell, and is absent where none does', () => {
		const transcript = transcriptFixture([[], []]);
		const [one, two] = transcript.generations.map((generation, index) => ({
			...generation,
			usage: { thoughtTokens: index + 3 },
		}));
		if (one === undefined || two === undefined) throw new Error('two generations');
		expect(sampleThoughtTokens({ transcript: { ...transcript, generations: [one, two] } })).toBe(7);
		expect(sampleThoughtTokens({ transcript })).toBeUndefined();
	});
});
