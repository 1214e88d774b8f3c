import type { CallError } from '../../../src/eval/match/values.ts';

const WORDS: Readonly<Record<CallError, string>> = {
	wrong_count: '호출 수가 다름',
	wrong_func_name: '다른 도구를 호출함',
	missing_required: '필수 인자가 빠짐',
	missing_optional: '기대한 선택 인자가 빠짐',
	unexpected_param: '없어야 할 인자가 있음',
	'type_error:simple': '인자의 형식이 다름',
	'type_error:nested': '인자 안 값의 형식이 다름',
	'value_error:string': '문자열 값이 다름',
	'value_error:list/tuple': '목록의 값이 다름',
	'value_error:dict_key': '객체의 키가 다름',
	'value_error:dict_value': '객체의 값이 다름',
	'value_error:list_dict_count': '목록에 든 객체의 수가 다름',
	'value_error:others': '값이 다름',
	cannot_find_match: '맞는 호출이 없음',
	'irrelevance_error:decoder_success': '필요 없는 호출을 함',
	'relevance_error:decoder_failed': '필요한 호출을 하지 않음',
};

/** Why a call is wrong, with BFCL's name behind it: that is what logs, CSV and other tools call it. */
export const callErrorsKo: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(WORDS).map(([name, words]) => [name, `${words}(${name})`]),
);
