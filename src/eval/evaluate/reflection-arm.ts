import type { Suite } from '../suite/suite.ts';

/** Whether failed calls are followed by the reflection message; `both`: each sample with it and without. */
export type ReflectionChoice = 'off' | 'on' | 'both';

/** As a run's settings and its log have it. */
export type ReflectionSetting = boolean | 'both';

/** Of what an operator wrote, in either spelling. */
export function reflectionSetting(choice: boolean | ReflectionChoice): ReflectionSetting {
	return choice === 'both' ? 'both' : choice === true || choice === 'on';
}

const MARK = '+reflection';

/** The arm in which a suite's arm runs with the reflection message, beside itself without. */
export function reflectedArm(arm: string): string {
	return `${arm}${MARK}`;
}

/** The suite's own arm, and whether failed calls of the planned one are reflected on. */
export function readArm(
	arm: string,
	reflection: ReflectionSetting,
): { readonly own: string; readonly reflects: boolean } {
	if (reflection !== 'both') return { own: arm, reflects: reflection };
	const reflects = arm.endsWith(MARK);
	return { own: reflects ? arm.slice(0, -MARK.length) : arm, reflects };
}

/**
 * Whether a suite's samples can be asked with reflection and without: it takes the app's turn, in which calls may fail,
 * and decides nothing, because a decision counts one answer per prompt.
 */
export function canPairReflection({ reflects, decision }: Pick<Suite, 'reflects' | 'decision'>): boolean {
	return reflects === true && decision === undefined;
}
