/// How data is printed where somebody says so.
enum OutputFormat: String, CaseIterable {
  case json, box, lines

  /// The option as it is written.
  var option: String { "--" + rawValue }

  /// What prints data for programs; nil for a format that people read.
  var dataPrinter: ((_ output: Output, _ errors: Output) -> any Printer)? {
    switch self {
    case .json: JSONPrinter.init
    case .box, .lines: nil
    }
  }
}
