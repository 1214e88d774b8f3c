import { describe, expect, it } from 'vitest';
import type { ExpectedCall } from './calls.ts';
import { expectedIssue, refusedCall, typedCells } from './expected.ts';

const ENDLESS = { type: 'string', pattern: '^(((.+)+)+)+%$' };
const PLACE = {
	type: 'object',
	properties: { metres: { type: 'integer' }, kind: { enum: ['park', 'shop'] }, name: { type: ['string', 'null'] } },
};
const tools = new Map([
	[
		'get_weather',
		{
			type: 'object',
			properties: {
				city: { type: 'string', maxLength: 5 },
				code: ENDLESS,
				days: { type: 'integer' },
				unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
				exact: { type: 'boolean' },
				place: PLACE,
				near: { type: 'array', items: { anyOf: [PLACE, { type: 'null' }] } },
			},
			required: ['city'],
		},
	],
]);
const expecting = (args: ExpectedCall['arguments'], acceptable?: ExpectedCall['acceptable']): ExpectedCall => ({
	tool: 'get_weather',
	arguments: args,
	acceptable,
});
const issueOf = (call: ExpectedCall): string | undefined => expectedIssue([call], tools)?.text;

describe('an expected call', () => {
	it.each<[string, ExpectedCall, string]>([
		[
			'another tool',
			{ tool: 'get_wether', arguments: {} },
			"there is no tool 'get_wether'; did you mean 'get_weather'?",
		],
		['another argument', expecting({ cty: 'Seoul' }), "is no argument of the tool; did you mean 'city'?"],
		['another type', expecting({ city: 5 }), 'must be text'],
		[
			'what a pattern of the tool judges without end',
			expecting({ code: 'a'.repeat(60) }),
			`cannot be compared with the tool: pattern ${JSON.stringify(JSON.stringify(ENDLESS))} came to no end within 1 s`,
		],
		['half a whole number', expecting({ days: 1.5 }), 'must be a whole number'],
		[
			'another choice',
			expecting({ unit: 'celsus' }),
			'must be one of "celsius", "fahrenheit"; did you mean \'celsius\'?',
		],
		[
			'another choice beside anything',
			expecting({ place: { metres: '*', kind: 'sea' } }),
			'kind must be one of "park", "shop"',
		],
		['another type in a union', expecting({ near: [{ metres: '*', kind: 5 }] }), '0 is none of what the tool takes'],
		['another type among further values', expecting({ days: 1 }, { days: [2, '3'] }), 'must be a number'],
	])('that no call could match is reported: %s', (_, call, text) => {
		expect(issueOf(call)).toBe(text);
	});

	it.each<[string, ExpectedCall]>([
		['without required arguments', expecting({})],
		['with anything', expecting({ days: '*' }, { city: ['*'] })],
		['with anything within', expecting({ place: { metres: '*', kind: '*' }, near: ['*', { metres: 5, kind: '*' }] })],
		['with a longer text than the tool takes', expecting({ city: 'Seogwipo' })],
	])('is fine %s', (_, call) => {
		expect(issueOf(call)).toBeUndefined();
	});

	it('of a table has numbers where the tool takes them, and text where it takes text', () => {
		const cells = expecting({ city: '4', days: '4', exact: 'TRUE', unit: '*' });
		expect(typedCells([cells], tools)[0]?.arguments).toEqual({ city: '4', days: 4, exact: true, unit: '*' });
		const nested = expecting({ place: { metres: '300', kind: 'park', name: '5' }, near: [{ metres: '40' }] });
		expect(typedCells([nested], tools)[0]?.arguments).toEqual({
			place: { metres: 300, kind: 'park', name: '5' },
			near: [{ metres: 40 }],
		});
		expect(typedCells([expecting({ days: 'soon' })], tools)[0]?.arguments).toEqual({ days: 'soon' });
	});
});

describe('refusedCall', () => {
	const order = {
		type: 'object',
		properties: {
			count: { type: 'integer', minimum: 1, maximum: 9 },
			note: { type: 'string', maxLength: 2 },
			day: { type: 'string', format: 'date', pattern: '^\\d{4}-' },
			link: { type: 'string', format: 'uri' },
			to: { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false },
		},
		required: ['count'],
	};
	it.each<[string, ExpectedCall, string | undefined]>([
		['a required argument that is left out', expecting({}), 'count is missing'],
		['a value beyond its limit', expecting({ count: 10 }), 'count must be at most 9'],
		['a text that is too long', expecting({ count: 1, note: '천천히' }), 'note must have at most 2 characters'],
		['acceptable values of which none is taken', expecting({}, { count: [0, 10] }), 'count must be at least 1'],
		['acceptable values of which one is taken', expecting({}, { count: [10, 2] }), undefined],
		['whatever it is', expecting({ count: '*' }), undefined],
		['a text that does not match a pattern', expecting({ count: 1, day: '내일' }), 'day does not match its pattern'],
		['a format that is a note alone', expecting({ count: 1, link: '내일' }), undefined],
		['what the app drops', expecting({ count: 1, to: { city: '서울', zip: 1 } }), undefined],
	])('%s', (_, call, issue) => {
		expect(refusedCall(call, order)).toBe(issue);
	});
});
