import { expect, it } from 'vitest';
import { message } from '../../../src/base/message.ts';
import { localeOf } from '../../messages/catalogue.ts';
import { gateSection } from './checks.ts';

it('each cell of the gate’s table names its column, under which a phone shows it', () => {
	const line = {
		metric: 'prefix.hits',
		status: 'pass',
		value: 6,
		expected: message('gate.at-least', { bound: '5' }),
	} as const;
	const { markup } = gateSection({ passed: true, undecided: false, lines: [line] }, localeOf('en'));
	const [metric, ...columns] = localeOf('en').gate.columns;
	const named = Array.from(markup.source.matchAll(/data-column="([^"]+)"/gu), ([, name]) => name);
	expect(metric).toBeDefined();
	expect(named.toSorted()).toEqual(columns.toSorted());
});
