import type { FramePattern, HabitType } from '../../src/index.ts';
import type { FrameSample } from './sample.ts';

/** What a pool of patterns cannot give: wishes of a habit type that has none are asked without an example. */
export function patternWarnings(
	suite: string,
	samples: readonly FrameSample[],
	patterns: readonly FramePattern[],
): readonly string[] {
	const wished = new Set<HabitType>(samples.map(({ habitType }) => habitType));
	const bare = [...wished].filter((type) => !patterns.some(({ habitType = type }) => habitType === type)).sort();
	return bare.map(
		(type) =>
			`suite ${suite}: there is no pattern of habit type ${type}, so its wishes are asked without an example: expect fewer valid candidates than the app would get`,
	);
}
