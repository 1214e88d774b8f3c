/**
 * A number of JSON as Python prints it, for that is what renders the templates that models are trained with: `1e-07`
 * for `1e-7`, `5e-05` for `0.00005`. What JSON writes without point and exponent is an integer there.
 */
export function pythonNumber(value: number): string {
	const written = JSON.stringify(value);
	if (!/[.e]/.test(written)) return written;
	const small = value !== 0 && Math.abs(value) < 1e-4;
	const exponential = small ? value.toExponential() : written;
	return exponential.replace(/e([+-])(\d)$/, 'e$10$2');
}
