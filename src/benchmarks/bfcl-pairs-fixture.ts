import type { JsonObject, JsonValue } from '../base/json.ts';
import type { PossibleCall } from './bfcl-matching.ts';

/** A function in BFCL's own form, and what its arguments may be; written by hand. */
export const HOTEL: JsonObject = {
	name: 'hotel.book',
	description: 'Books a room.',
	parameters: {
		type: 'dict',
		properties: {
			city: { type: 'string' },
			nights: { type: 'integer' },
			price: { type: 'float' },
			breakfast: { type: 'boolean' },
			guests: { type: 'array', items: { type: 'string' } },
			ages: { type: 'array', items: { type: 'integer' } },
			scores: { type: 'array', items: { type: 'float' } },
			room: { type: 'dict', properties: { bed: { type: 'string' }, floor: { type: 'integer' } } },
			extras: { type: 'array', items: { type: 'dict', properties: { name: { type: 'string' } } } },
			note: { type: 'any' },
		},
		required: ['city', 'nights'],
	},
};
/** What a right call of it may be. */
export const POSSIBLE_HOTEL: PossibleCall = {
	tool: 'hotel.book',
	arguments: {
		city: ['New York, NY', "St. John's"],
		nights: [5],
		price: [80, ''],
		breakfast: [true, ''],
		guests: [['Ann Lee', 'Bo'], ''],
		ages: [[30, 40]],
		scores: [[1.5, 2], ''],
		room: [{ bed: ['double', 'twin'], floor: [3, ''] }, ''],
		extras: [[{ name: ['parking'] }, { name: ['sauna', 'spa'] }]],
		note: ['late', 'late arrival'],
	},
};

/** Arguments that are right. */
export const RIGHT_HOTEL: JsonObject = {
	city: 'New York, NY',
	nights: 5,
	ages: [30, 40],
	extras: [{ name: 'parking' }, { name: 'spa' }],
	note: 'late',
};

/** Right by BFCL's own checker, which was asked: what it is, an argument and its value. */
export const RIGHT_VALUES: readonly (readonly [what: string, name: string, value: JsonValue])[] = [
	['case, spaces and punctuation', 'city', ' new-york NY.'],
	['single quotes for double ones', 'city', 'st john"s'],
	['a further answer', 'note', 'Late Arrival'],
	['a whole number for a float', 'price', 80],
	['a list', 'guests', ['ann lee.', 'BO']],
	['an empty list where the argument may be left out', 'guests', []],
	['a dictionary without a key that may be left out', 'room', { bed: 'Twin' }],
	['a list of dictionaries', 'extras', [{ name: 'Parking' }, { name: 'spa' }]],
];

/** Wrong by BFCL's own checker, with its name of the error. */
export const WRONG_VALUES: readonly (readonly [what: string, name: string, value: JsonValue, error: string])[] = [
	['another text', 'city', 'Boston', 'value_error:string'],
	['a newline after the text', 'city', 'New York, NY\n', 'value_error:string'],
	['other punctuation', 'note', 'late!', 'value_error:string'],
	['another number', 'nights', 6, 'value_error:others'],
	['a number as text', 'nights', '5', 'type_error:simple'],
	['true for a number', 'nights', true, 'type_error:simple'],
	['null', 'city', null, 'type_error:simple'],
	['half a night', 'nights', 5.5, 'type_error:simple'],
	['another truth', 'breakfast', false, 'value_error:others'],
	['the order of a list', 'guests', ['Bo', 'Ann Lee'], 'value_error:list/tuple'],
	['a shorter list', 'guests', ['Bo'], 'value_error:list/tuple'],
	['an item of another type', 'ages', [30, '40'], 'type_error:nested'],
	['an item of another type, of a list that may be left out', 'guests', [1], 'value_error:list/tuple'],
	['a key that is not declared', 'room', { bed: 'twin', view: 'sea' }, 'value_error:dict_key'],
	['a key that is missing', 'room', { floor: 3 }, 'value_error:dict_key'],
	['another value of a key', 'room', { bed: 'single' }, 'value_error:dict_value'],
	['fewer dictionaries', 'extras', [{ name: 'parking' }], 'value_error:list_dict_count'],
	['dictionaries in another order', 'extras', [{ name: 'spa' }, { name: 'parking' }], 'value_error:dict_value'],
	['an undeclared argument', 'stars', 4, 'unexpected_param'],
];
