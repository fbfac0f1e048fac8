internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

struct ImportCommand: Command {
  static let verb = Verb(
    "import",
    usage: "import FILE into TYPE [map COLUMN=PROPERTY, …] [update by PROPERTY] · "
      + "import FILE table NAME into TYPE … · import FILE --infer [as TYPE]",
    summary:
      "Makes a record of each row of a file, or with `update by` changes the record that has "
      + "the same value, as one transaction: comma-separated values, JSON, JSON Lines, a sheet of "
      + "an XLSX file, or a table of another SQLite database; `-` is standard input. Objects in JSON "
      + "become records of lists that own them. Every mistake in a row is reported "
      + "with its line. If a row is wrong nothing is stored, unless --keep-going is given.",
    examples: [
      "import people.csv into Person",
      "import people.csv into Person map Name=name, Notes=nil --rejects wrong.csv",
      "import people.csv into Person update by name --reason \"the new list\"",
      "import people.xlsx into Person --sheet \"New members\"",
      "import old.db table people into Person", "import people.csv --infer as Guest",
    ],
    options: [
      "rejects FILE": "writes the rows that are wrong to FILE, with the reasons in a last column",
      "keep-going": "stores the rows that are right even if others are wrong",
      "dry-run": "reports what is wrong and what would be stored, and stores nothing",
      "sheet NAME|N": "the sheet of an XLSX file; the first one that is not hidden if not given",
      "delimiter TEXT": "what is between the values; found in the first line if it is not given",
      "split TEXT": "what is between the items of a list in one value",
      "dates dmy|mdy|ymd": "the order of day, month and year in dates",
      "percent plain|fraction":
        "what a percentage without its sign means: 10 is 10%, or 0.1 is; else it is refused",
      "keep-empty":
        "with update by, an empty cell leaves the value alone; else it empties the value",
      "locale ID": "the locale of numbers and dates, such as de_DE; else they are as in commands",
      "skip N":
        "leaves out N lines before the header; a first line such as sep=; is not counted",
      "skip-last N": "leaves out N rows after the data, such as totals",
      "columns PROPERTY, …":
        "the file has no header: the properties by position; nil leaves a column out",
      "null TEXT": "texts that mean nil, beside the empty cell: --null \"NULL, N/A, -\"",
      "true TEXT":
        "words that mean true, beside yes and the like; with it alone an empty cell is false",
      "false TEXT": "words that mean false, beside no and the like",
      "keep-spaces": "keeps white space around cells without quotation marks",
      "encoding utf-8|utf-16|utf-16le|utf-16be|latin-1|windows-1252":
        "how the text of the file is encoded; UTF-8 if it is not given",
      "infer": "proposes the definition of a type for the file, and changes nothing",
    ],
    changesRecords: true, writesFile: true, takesFile: true)
  static let mayRunLong = true

  private let request: ImportRequest

  init(parsing parser: inout Parser) throws(SyntaxError) {
    request = try ImportRequest(parsing: &parser)
  }

  var mayChange: Bool { !request.options.infers }

  func run(in session: Session) throws(Diagnostic) {
    let request = try request.named(in: session)
    if request.options.infers {
      try SchemaProposal(request, session).run()
    } else {
      try FileImport(request, session).run()
    }
  }
}

extension ImportCommand: OutsideUsing {}
