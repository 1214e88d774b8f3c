import type { LogSample } from '../../log/record.ts';
import { header, sampleOf } from '../compare/compared-run-fixture.ts';
import { type ObservedCell, observed } from './observe.ts';

interface CellFixture {
	readonly weights?: string;
	readonly setup?: string;
	readonly sizeBytes?: number;
	readonly peakBytes?: number;
	/** Milliseconds of each prompt. */
	readonly ms: readonly number[];
	/** Prompts, by place, that it gets wrong. */
	readonly wrong?: readonly number[];
	/** Prompts, by place, that it answers in words of its own. */
	readonly other?: readonly number[];
	/** Prompts, by place, whose answers the clock cut off. */
	readonly cut?: readonly number[];
	readonly apart?: readonly string[];
	readonly overLimit?: boolean;
}

/** Fixture: a cell that answered prompts p0, p1, ... in these times. */
export function cellFixture({
	ms,
	wrong = [],
	other = [],
	cut = [],
	apart = [],
	sizeBytes = 8e6,
	...cell
}: CellFixture): ObservedCell {
	return {
		weights: 'q8',
		setup: 'llama-cpp f16',
		build: { sizeBytes },
		peakBytes: 100e6,
		...cell,
		apart: new Set(apart),
		observed: observed(samplesFixture({ ms, wrong, other, cut }), header.suites),
	};
}

export function samplesFixture({ ms, wrong = [], other = [], cut = [] }: CellFixture): readonly LogSample[] {
	return ms.map((took, place) => {
		const said = cut.includes(place) ? '' : other.includes(place) ? '예' : '네';
		const sample = sampleOf(`p${place}`, !wrong.includes(place), [said], took);
		if (!cut.includes(place)) return sample;
		const finish = { unified: 'deadline', raw: '' } as const;
		const generations = sample.transcript.generations.map((one) => ({ ...one, finish }));
		return { ...sample, transcript: { ...sample.transcript, generations } };
	});
}

/** Fixture: the same time for so many prompts. */
export function times(ms: number, n: number): readonly number[] {
	return Array.from({ length: n }, () => ms);
}
