import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { message, type Said } from '../../base/message.ts';
import type { Repair } from '../../model/generation.ts';
import { type CallMatching, compareCalls, type ExpectedCall, matchCalls } from './calls.ts';

const asked = (name: string, args: JsonObject = {}): { name: string; arguments: JsonObject } => ({
	name,
	arguments: args,
});
const wanted = (tool: string, args: JsonObject = {}, acceptable?: ExpectedCall['acceptable']): ExpectedCall => ({
	tool,
	arguments: args,
	acceptable,
});
const errorOf = (
	expected: readonly ExpectedCall[],
	calls: readonly { name: string; arguments: JsonObject }[],
	matching?: CallMatching,
): string | undefined => matchCalls(expected, calls, matching)?.error;
const valueError = (
	expected: JsonObject[string],
	actual: JsonObject[string],
	matching?: CallMatching,
): string | undefined => errorOf([wanted('f', { a: expected })], [asked('f', { a: actual })], matching);

describe('matchCalls names errors as BFCL does', () => {
	it.each<[string, readonly ExpectedCall[], readonly { name: string; arguments: JsonObject }[], string | undefined]>([
		['no call where none is right', [], [], undefined],
		['a call where none is right', [], [asked('f')], 'irrelevance_error:decoder_success'],
		['no call where one is needed', [wanted('f')], [], 'relevance_error:decoder_failed'],
		['one call too many', [wanted('f')], [asked('f'), asked('f')], 'wrong_count'],
		['another tool', [wanted('f')], [asked('g')], 'wrong_func_name'],
		['a missing argument', [wanted('f', { a: 1 })], [asked('f')], 'missing_required'],
		['an unexpected argument', [wanted('f')], [asked('f', { a: 1 })], 'unexpected_param'],
		['text for a number', [wanted('f', { a: 1 })], [asked('f', { a: '1' })], 'type_error:simple'],
		['text for a number in a list', [wanted('f', { a: [1] })], [asked('f', { a: ['1'] })], 'type_error:nested'],
		['another text', [wanted('f', { a: 'x' })], [asked('f', { a: 'y' })], 'value_error:string'],
		['another number', [wanted('f', { a: 1 })], [asked('f', { a: 2 })], 'value_error:others'],
		['another list', [wanted('f', { a: [1, 2] })], [asked('f', { a: [2, 1] })], 'value_error:list/tuple'],
		['another key', [wanted('f', { a: { x: 1 } })], [asked('f', { a: { y: 1 } })], 'value_error:dict_key'],
		['another value', [wanted('f', { a: { x: 1 } })], [asked('f', { a: { x: 2 } })], 'value_error:dict_value'],
		['fewer objects', [wanted('f', { a: [{ x: 1 }] })], [asked('f', { a: [] })], 'value_error:list_dict_count'],
		[
			'parallel calls in another order',
			[wanted('f', { a: 1 }), wanted('f', { a: 2 })],
			[asked('f', { a: 2 }), asked('f', { a: 1 })],
			undefined,
		],
		[
			'a parallel call that fits none',
			[wanted('f', { a: 1 }), wanted('g')],
			[asked('f', { a: 3 }), asked('g')],
			'cannot_find_match',
		],
	])('%s', (_title, expected, calls, error) => {
		expect(errorOf(expected, calls)).toBe(error);
	});

	it('distinguishes missing optional and required arguments by the schema', () => {
		const schemas = new Map<string, JsonObject>([['f', { type: 'object', required: ['b'] }]]);
		expect(errorOf([wanted('f', { a: 1 })], [asked('f')], { schemas })).toBe('missing_optional');
		expect(errorOf([wanted('f', { b: 1 })], [asked('f')], { schemas })).toBe('missing_required');
	});

	it('compares calls with what the app takes for arguments that they leave away', () => {
		const defaults = { f: { count: 1, unit: 'box' }, g: { a: 1 } };
		const found = (expected: JsonObject, actual: JsonObject, acceptable?: ExpectedCall['acceptable']) =>
			matchCalls([wanted('f', expected, acceptable)], [asked('f', actual)], { defaults });
		expect(found({ a: 'x', count: 1 }, { a: 'x' })).toBeUndefined();
		expect(found({ a: 'x' }, { a: 'x', count: 1 })).toBeUndefined();
		expect(found({}, {}, { count: [5] })).toBeUndefined();
		expect(found({ count: '*' }, {})).toBeUndefined();
		expect(found({ count: 2 }, {})).toEqual({
			error: 'value_error:others',
			detail: message('score.argument-default', { name: 'count', wanted: ['2'], given: '1' }),
		});
		expect(found({}, { count: 2 })).toMatchObject({
			error: 'value_error:others',
			detail: message('score.argument', { name: 'count', wanted: ['1'], given: '2' }),
		});
		expect(found({ a: 1 }, {})).toEqual({ error: 'missing_required', detail: 'a' });
		expect(errorOf([wanted('constructor', { name: 'x' })], [asked('constructor')], { defaults })).toBe(
			'missing_required',
		);
	});

	it('wants a chain in its order', () => {
		const chain = [wanted('search'), wanted('add')];
		expect(errorOf(chain, [asked('add'), asked('search')], { order: 'given' })).toBe('wrong_func_name');
		expect(errorOf(chain, [asked('search'), asked('add')], { order: 'given' })).toBeUndefined();
	});

	it('takes an argument that stands only among the acceptable ones as optional', () => {
		const call = wanted('f', { a: 'x' }, { a: ['z'], limit: [5, 10] });
		expect(errorOf([call], [asked('f', { a: 'z' })])).toBeUndefined();
		expect(errorOf([call], [asked('f', { a: 'x', limit: 10 })])).toBeUndefined();
		expect(errorOf([call], [asked('f', { a: 'x', limit: 3 })])).toBe('value_error:others');
	});

	it('takes anything for *', () => {
		const call = wanted('add_habit', { framed_text: '*' });
		expect(errorOf([call], [asked('add_habit', { framed_text: '나는 걷는 사람이다' })])).toBeUndefined();
		expect(errorOf([call], [asked('add_habit')])).toBe('missing_required');
	});

	it('takes anything for * within objects and lists, whatever its type, and nothing for what is missing', () => {
		const order = { items: [{ name: '*', count: 2 }, '*'], delivery: { method: 'quick', memo: '*' } };
		const made = (delivery: JsonObject): JsonObject => ({ items: [{ name: '연고', count: 2 }, ['x']], delivery });
		for (const [delivery, error] of [
			[{ method: 'quick', memo: { to: '문 앞' } }, undefined],
			[{ method: 'pickup', memo: '' }, 'value_error:dict_value'],
			[{ method: 'quick' }, 'value_error:dict_key'],
		] as const) {
			expect(errorOf([wanted('order', order)], [asked('order', made(delivery))])).toBe(error);
		}
	});

	it('finds no argument on a prototype, and reads __proto__ as a name like any other', () => {
		expect(errorOf([wanted('f')], [asked('f', JSON.parse('{"__proto__": 1}'))])).toBe('unexpected_param');
		expect(errorOf([wanted('f', JSON.parse('{"__proto__": 1}'))], [asked('f')])).toBe('missing_required');
		expect(errorOf([wanted('f')], [asked('f', { constructor: 1 })])).toBe('unexpected_param');
	});

	it('matches every call with itself', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
				const json = JSON.parse(JSON.stringify(args)) as JsonObject;
				expect(matchCalls([wanted('f', json)], [asked('f', json)])).toBeUndefined();
			}),
		);
	});
});

describe('Korean-aware values', () => {
	it.each([
		['NFD', '수면', '수면'.normalize('NFD')],
		['spacing', '카페인 줄이기', '카페인줄이기'],
		['particles', '아침 햇빛', '아침의 햇빛을'],
		['native numerals', '아침 열 시에', '아침 10시'],
		['native numerals with tens', '스물다섯 번', '25번'],
		['Sino-Korean numerals', '삼십 분', '30분'],
		['half hours', '일곱 시 반', '7시 30분'],
		['punctuation', '물 한 잔!', '물 1잔'],
		['the particle of an object', '물을', '물'],
		['how a range is written', '1~2잔', '1-2잔'],
		['how frost is written', '영하 5도', '-5도'],
		['zeros that say nothing', '1.50리터', '1.5 리터'],
		['how a time is written', '오전 7:30에', '오전 7시 30분'],
		['politeness', '물을 마십니다', '물을 마신다'],
		['honorific particles', '어머니께', '어머니에게'],
		['a title', '선생님', '선생'],
		['a place without its particle', '서울로', '서울'],
		['hyphens of a telephone number', '010-1234-5678로 전화', '01012345678로 전화'],
		['brackets of a telephone number alone', '(02) 123-4567', '02-123-4567'],
		['spaces in a date alone', '2026. 3. 5.', '2026.3.5'],
		['how a date alone is written', '2026년 3월 5일', '2026. 3. 5.'],
		['the space before a unit', '500mg', '500 mg'],
		['how a unit is written', '500 밀리그램', '500mg'],
	])('do not mind %s', (_title, expected, actual) => {
		expect(valueError(expected, actual)).toBeUndefined();
		expect(valueError(actual, expected)).toBeUndefined();
	});

	it.each([
		['another word', '수면', '운동'],
		['another number', '열 시', '11시'],
		['a negation', '술을 마신다', '술을 안 마신다'],
		['a decimal point', '1.5리터', '15리터'],
		['a sign', '-5도', '5도'],
		['a range', '1~2잔', '12잔'],
		['a fraction', '1/2컵', '12컵'],
		['an end and a beginning', '2시까지', '2시부터'],
		['an end and a point in time', '2시까지', '2시'],
		['only and also', '술만', '술도'],
		['a comparison', '커피보다', '커피처럼'],
		['where from and where to', '서울에서', '서울로'],
		['from whom and to whom', '엄마에게 받은 돈', '엄마에게서 받은 돈'],
		['an id that differs in its separator', 'sleep-01', 'sleep01'],
		['an id in capitals', 'sleep', 'Sleep'],
		['an id with a particle', 'h1', 'h1을'],
		['a date for programs', '2026-03-05', '2026. 3. 5.'],
		['another date', '2026. 3. 5.', '2026.3.15'],
		['another unit', '500mg', '500 g'],
		['digits that may be an id', '02-123-4567', '021234567'],
		['a code in brackets', '(2) 345', '2345'],
	])('mind %s', (_title, expected, actual) => {
		expect(valueError(expected, actual)).toBe('value_error:string');
	});
});

describe("BFCL's standardisation", () => {
	it('deletes separators, lowers case and reads both quotes alike', () => {
		expect(valueError('San Francisco, CA', 'san-francisco ca', { strings: 'bfcl' })).toBeUndefined();
		expect(valueError("it's", 'it"s', { strings: 'bfcl' })).toBeUndefined();
		expect(valueError('서울'.normalize('NFD'), '서울', { strings: 'bfcl' })).toBeUndefined();
		expect(valueError('Paris', 'London', { strings: 'bfcl' })).toBe('value_error:string');
		expect(valueError('Paris', 'Paris\n', { strings: 'bfcl' })).toBe('value_error:string');
	});
});

describe("FunctionChat-Bench's comparison", () => {
	it('overlooks spaces and case, and nothing else', () => {
		expect(valueError('노원 구 A', '노원구 a', { strings: 'spaceless' })).toBeUndefined();
		for (const other of ['노원구 a.', '노원구 a에', '노원구 a\n']) {
			expect(valueError('노원 구 A', other, { strings: 'spaceless' })).toBe('value_error:string');
		}
	});
});

describe('a number that was read as another', () => {
	const near = (wanted: number, got: number, repairs: readonly Repair[]): Said | undefined =>
		matchCalls(
			[{ tool: 'f', arguments: { ids: [wanted], '*': '*' } }],
			[{ name: 'f', arguments: { ids: [got], '*': got }, repairs }],
		)?.detail;

	it('equals no expected number, and is reported', () => {
		expect(near(2 ** 53, 2 ** 53, ['rounded-number'])).toMatchObject({ code: 'score.argument-rounded' });
		expect(near(2 ** 53, 2 ** 53, [])).toBeUndefined();
		expect(near(7, 7, ['rounded-number'])).toBeUndefined();
	});
});

describe('compareCalls', () => {
	const pairs = (order: 'given' | 'any'): readonly unknown[] =>
		compareCalls([wanted('f', { a: 1 }), wanted('g')], [asked('h'), asked('f', { a: 2 }), asked('g')], { order }).map(
			({ expected, call, arguments: compared }) => [
				expected?.tool,
				call?.name,
				compared.map(({ mismatch }) => mismatch?.error),
			],
		);

	it('pairs calls by what matches, then by tool, and names each argument', () => {
		expect(pairs('any')).toEqual([
			['f', 'f', ['value_error:others']],
			['g', 'g', []],
			[undefined, 'h', []],
		]);
	});

	it('aligns a chain by its tools', () => {
		expect(pairs('given')).toEqual([
			['f', 'f', ['value_error:others']],
			['g', 'g', []],
			[undefined, 'h', []],
		]);
	});
});
