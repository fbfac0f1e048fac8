internal import ArgumentParser

/// How data is printed where somebody says so.
enum OutputFormat: String, EnumerableFlag {
  case json, box, lines

  static func help(for format: OutputFormat) -> ArgumentHelp? {
    switch format {
    case .json: "Print data as JSON, one object a line."
    case .box: "Draw tables and records in boxes (default at a terminal)."
    case .lines: "Print tables and records as plain lines (default elsewhere)."
    }
  }

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
