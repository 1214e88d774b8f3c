import type { z } from 'zod';

/** The issue as one of a fixed size where a text or list has as much for its least as for its most: so JSON Schema writes `.length()`. */
export function withFixedSize(issue: z.core.$ZodRawIssue): z.core.$ZodRawIssue {
	if (issue.code !== 'too_small' && issue.code !== 'too_big') return issue;
	const checks = (issue.schema?._zod.def.checks ?? []).map((check) => check._zod.def as SizeCheck);
	const least = checks.find(({ check }) => check === 'min_length')?.minimum;
	const most = checks.find(({ check }) => check === 'max_length')?.maximum;
	return least !== undefined && least === most ? { ...issue, exact: true } : issue;
}

type SizeCheck = z.core.$ZodCheckDef & { readonly minimum?: number; readonly maximum?: number };
