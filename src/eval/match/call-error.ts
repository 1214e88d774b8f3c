/** Why a call is wrong, named as BFCL names it. */
export type CallError =
	| 'wrong_count'
	| 'wrong_func_name'
	| 'missing_required'
	| 'missing_optional'
	| 'unexpected_param'
	| 'type_error:simple'
	| 'type_error:nested'
	| 'value_error:string'
	| 'value_error:list/tuple'
	| 'value_error:dict_key'
	| 'value_error:dict_value'
	| 'value_error:list_dict_count'
	| 'value_error:others'
	| 'cannot_find_match'
	/** A call where none was right. */
	| 'irrelevance_error:decoder_success'
	/** No call where one was needed. */
	| 'relevance_error:decoder_failed';

/** What is wrong, and where, for people. */
export interface Mismatch {
	readonly error: CallError;
	readonly detail: string;
}
