import type { z } from 'zod';

/** Fields that a schema knows at `path`. Absent where it takes any, or is not of objects there. */
export function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] | undefined {
	const schemas = schemasAt(schema, path).filter(({ _zod }) => !FIELDLESS.has(_zod.def.type));
	const shapes = schemas.flatMap((one) => (one._zod.def.type === 'object' ? [one._zod.def] : []));
	// A catch-all that is not `never` takes other fields too.
	const open = shapes.some(({ catchall }) => catchall !== undefined && !isNever(catchall));
	if (open || shapes.length === 0 || shapes.length < schemas.length) return undefined;
	return [...new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))];
}

/** Alternatives that have no fields, whatever stands beside them; `custom` is what code made, which no file holds. */
const FIELDLESS: ReadonlySet<string> = new Set(
	'string number boolean null undefined enum literal array tuple custom'.split(' '),
);

/** Types that a schema takes at `path`, as zod calls them: `number`, `array`, ... Nothing where it does not tell. */
export function typesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
	return schemasAt(schema, path).map((one) => one._zod.def.type);
}

/** Whether objects that have this path's last field must have it. */
export function requiredAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): boolean {
	const fields = schemasAt(schema, path.slice(0, -1)).flatMap((one) => inside(one, path.at(-1) ?? ''));
	return fields.length > 0 && fields.every(({ _zod }) => _zod.optin !== 'optional');
}

function schemasAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly z.core.$ZodTypes[] {
	return path.reduce<readonly z.core.$ZodTypes[]>(
		(schemas, key) => schemas.flatMap((one) => inside(one, key)).flatMap(alternatives),
		alternatives(schema),
	);
}

/** What stands behind optionals, defaults, pipes and unions. */
function alternatives(schema: z.core.$ZodType): readonly z.core.$ZodTypes[] {
	const known = schema as z.core.$ZodTypes;
	const { def } = known._zod;
	switch (def.type) {
		case 'optional':
		case 'nullable':
		case 'nonoptional':
		case 'default':
		case 'prefault':
		case 'catch':
		case 'readonly':
			return alternatives(def.innerType);
		case 'pipe':
			return alternatives((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
		case 'union':
			return def.options.flatMap(alternatives);
		default:
			return [known];
	}
}

function inside({ _zod: { def } }: z.core.$ZodTypes, key: PropertyKey): readonly z.core.$ZodType[] {
	if (def.type === 'object') {
		const field = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
		return field === undefined ? [] : [field];
	}
	if (def.type === 'array' && typeof key === 'number') return [def.element];
	return def.type === 'record' ? [def.valueType] : [];
}

function isNever(schema: z.core.$ZodType): boolean {
	return schema._zod.def.type === 'never';
}
