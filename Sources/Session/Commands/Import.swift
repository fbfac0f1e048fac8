internal import CommandLanguage
internal import Replies

struct ImportCommand: Command, OutsideUsing {
  static let verb = Verb(
    "import",
    usage: "import FILE into TYPE [map COLUMN=PROPERTY, …] [update by PROPERTY] · "
      + "import FILE table NAME into TYPE … · import FILE --infer [as TYPE]",
    summary:
      "Creates a record from each row of a file. With `update by PROPERTY`, a row instead "
      + "changes the record that has the same value of PROPERTY, if there is one. The import is "
      + "one transaction. The file can be CSV, JSON, JSON Lines, a sheet of an XLSX file, or a "
      + "table of another SQLite database. Use `-` for standard input. Lists of objects in JSON "
      + "become owned records. Errors are reported with their line numbers. If a row is "
      + "rejected, nothing is stored unless you give `--keep-going`.",
    examples: [
      "import people.csv into Person",
      "import people.csv into Person map Name=name, Notes=nil --rejects wrong.csv",
      "import people.csv into Person update by name --reason \"the new list\"",
      "import people.xlsx into Person --sheet \"New members\"",
      "import old.db table people into Person", "import people.csv --infer as Guest",
    ],
    options: [
      "rejects FILE": "writes rejected rows to FILE, with the reasons in the last column",
      "keep-going": "stores the valid rows even if others are rejected",
      "dry-run": "reports errors and the changes, but stores nothing",
      "sheet NAME|N": "the sheet of an XLSX file (default: the first one that is not hidden)",
      "delimiter TEXT": "the separator between values (default: detected in the first row)",
      "split TEXT": "the separator between the items of a list in one value",
      "dates dmy|mdy|ymd": "the order of day, month and year in dates",
      "percent plain|fraction":
        "the notation of percentages without %: plain reads 10 as 10%, fraction reads 0.1 as "
        + "10% (default: the row is rejected)",
      "keep-empty":
        "with `update by`, an empty cell keeps the old value instead of clearing it",
      "locale ID":
        "the locale of numbers and dates, such as de_DE (default: the notation of commands)",
      "skip N":
        "skips N lines before the header, not counting a first line such as `sep=;`",
      "skip-last N": "skips N rows after the data, such as totals",
      "columns PROPERTY, …":
        "the properties in the order of the columns of a file without a header (nil skips a "
        + "column)",
      "null TEXT": "texts that mean nil, besides the empty cell: --null \"NULL, N/A, -\"",
      "true TEXT":
        "words that mean true, besides yes and the like; if you omit `--false`, an empty cell is "
        + "false",
      "false TEXT": "words that mean false, besides no and the like",
      "keep-spaces": "keeps white space around cells without quotation marks",
      "encoding utf-8|utf-16|utf-16le|utf-16be|latin-1|windows-1252":
        "the encoding of the file (default: utf-8, or utf-16 if the file begins with a byte "
        + "order mark of utf-16)",
      "infer": "proposes a type for the file; at a prompt, asks whether to define it",
    ],
    changesRecords: true, writesFile: true, takesFile: true, mayRunLong: true)

  private let request: ImportRequest

  init(parsing parser: inout Parser) throws(SyntaxError) {
    request = try ImportRequest(parsing: &parser)
  }

  var mayChange: Bool { !request.options.infers }

  func run(in session: Session) throws(Diagnostic) {
    let request = try request.named(in: session)
    if request.options.infers {
      try SchemaProposal(request, session) { lines throws(Diagnostic) in
        let command = try session.context.command(lines.joined(separator: "\n")) as? DefineCommand
        return command.map { command in
          SchemaProposal.Definition(
            type: { () throws(Diagnostic) in try command.recordType(in: session, isOlder: false) },
            run: { () throws(Diagnostic) in try command.run(in: session) })
        }
      }.run()
    } else {
      try FileImport(request, session).run()
    }
  }
}
