/** English sentences of corpora, suites, labels and other files that people write. Alphabetical by code. */
export const corpus = {
	'corpus.csv-cells': [
		'{place}: {cells} cells, but the header has {width}',
		'Put cells that contain the separator in quotes.',
	],
	'corpus.csv-columns': ['{place}: {columns} columns', 'Use at most {limit}.'],
	'corpus.csv-no-header': [
		"{place}: no header: '{row}' is not a field",
		'Start the file with the names of its columns: {known}.',
	],
	'corpus.csv-one-cell': [
		'{place}: one cell, but the header has {columns}',
		'Use the same separator in all lines: a comma, a semicolon or a tab.',
	],
	'corpus.csv-same-field': ["{place}: columns '{first}' and '{second}' set the same field", 'Remove one of them.'],
	'corpus.csv-separator': [
		"{place}: only one column, '{column}', separated by '{separator}'",
		'Separate columns by a comma, a semicolon or a tab.',
	],
	'corpus.csv-unknown': ["{place}: column '{column}' is not a field[[; did you mean '{near}'?]]", 'Fields: {fields}.'],
	'corpus.csv-unnamed': ['{place}: column {column} has no name', 'Name it.'],
	'corpus.csv-unnamed-cell': [
		'{place}: column {column} has a value here but no name',
		'Name it in the header, or clear the cell.',
	],
	'corpus.empty': ['{file}: no samples', 'Write at least one row into it.'],
	'corpus.format': ['{path}: not a corpus', 'Use .jsonl, .json, .yaml or .csv.'],
	'corpus.javascript': [
		'suite {suite}: {sample}: a javascript assertion is code that would run here',
		'Read it, then set javascript: true in the suite.',
	],
	'corpus.long-integer': [
		'{place}: expected: an integer beyond 2^53 loses digits',
		"Write '*' instead, or make the tool's argument text.",
	],
	'corpus.not-a-list': ['{path}: must be a list of rows', 'Write at least one row into it.'],
	'corpus.same-id': ["{place}: id: '{id}' is already used at {first}", 'Give every row its own id.'],
	'file.denied': 'cannot be read ({code})',
	'file.empty': ['{source}: empty', 'Write its content into it.'],
	'file.folder': 'is a folder',
	'file.missing': 'no such file',
	'file.not-json': ['{place}: not JSON: {problem}', 'Check quotes, brackets and commas there.'],
	'file.not-utf8': ['{path}: not UTF-8', "Save the file as UTF-8; in Excel as 'CSV UTF-8'."],
	'file.not-yaml': ['{place}: not YAML: {problem}', 'Check quotes, brackets and indentation there.'],
	'file.proto': ['{place}: a field cannot be called __proto__', 'Choose another name.'],
	'file.too-deep': ['{source}: nested deeper than {limit} levels', 'Nest it less.'],
	'file.too-large': ['{path}: larger than {limit} bytes', 'Use a smaller file.'],
	'file.unreadable': ['{path}: {reason}', 'Check the path and its permissions.'],
	'file.yaml-alias': ['{place}: aliases (*{alias}) are not supported', 'Write the value out.'],
} as const;
