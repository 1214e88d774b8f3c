import { describe, expect, it } from 'vitest';
import { classifyNeutralPrefix, type PrefixEmptiness } from './neutral.ts';

const meaningful: readonly (readonly [prefix: string, user: string])[] = [
	['Ich suche nach Gewohnheiten für besseren Schlaf.', 'Empfiehl mir etwas für den Schlaf'],
	['睡眠の習慣を調べます', '眠れない'],
	['Voy a registrar dos vasos de agua.\n```json\n{"name":"log"}\n```', 'Registra el agua de hoy'],
	['سأبحث عن عادات النوم', 'أريد أن أنام'],
	['Bien sûr !', 'Ajoute une habitude'],
];

const empty: readonly (readonly [reason: PrefixEmptiness, prefix: string, user: string])[] = [
	['empty', ' \n', '眠れない'],
	['markup', '<|tool_call>call:search_catalog{keyword:<|"|>睡眠<|"|>}<tool_call|>', '眠れない'],
	['markup', '{"name": "buscar", "parameters": {"tema": "dormir mejor"}}', 'Quiero dormir'],
	['markup', 'search_catalog', 'Quiero dormir'],
	['echo', '¿Quiero dormir mejor?', 'quiero dormir mejor'],
	['echo', '眠れない、眠れない。', '眠れない'],
	['echo', 'Quieres dormir mejor', 'Quiero dormir mejor'],
	['wordless', '...', '眠れない'],
	['wordless', '😊 1, 2', 'Quiero dormir'],
];

describe('classifyNeutralPrefix', () => {
	it.each(meaningful)('takes %j as meaningful', (prefix, user) => {
		expect(classifyNeutralPrefix(prefix, user)).toEqual({ meaningful: true });
	});

	it.each(empty)('calls it %s: %j', (reason, prefix, user) => {
		expect(classifyNeutralPrefix(prefix, user)).toEqual({ meaningful: false, reason });
	});
});
