import { describe, expect, it } from 'vitest';
import { compose } from './compose.ts';
import { HABIT_COACH_DEFAULT, HABIT_COACH_SUITES } from './habit-coach.ts';

describe('suites of the habit coach', () => {
	it('have, once they are built, the names that they are chosen by', async () => {
		const names = HABIT_COACH_SUITES.map(({ name }) => name);
		const composition = await compose(undefined);
		expect((await composition.suites(names)).map(({ name }) => name)).toEqual(names);
		expect(names).toEqual(expect.arrayContaining([...HABIT_COACH_DEFAULT]));
	});
});
