import { Command } from 'commander';
import { expect, it } from 'vitest';
import { HABIT_COACH_SUITES } from '../../src/run/compose/habit-coach.ts';
import { addRunOptions } from './options.ts';

it('the help of --suite names every suite there is without a config', () => {
	const command = new Command('run');
	addRunOptions(command, []);
	const told = command.options.find(({ long }) => long === '--suite')?.description.match(/[a-z]+/g);
	expect(told).toEqual(expect.arrayContaining(HABIT_COACH_SUITES.map(({ name }) => name)));
});
