internal import Replies

/// Prints the replies of a command to a file, in the format of the run.
final class FilePrinter: ReplyPrinter {
  private let printer: any Printer

  /// - Parameters:
  ///   - goesOn: whether the file has something already.
  ///   - makePrinter: makes what prints data on one stream and everything else on another.
  init(
    _ write: @escaping ([UInt8]) -> Void, goesOn: Bool,
    _ makePrinter: (Output, Output) -> any Printer
  ) {
    // Only data comes here.
    printer = makePrinter(Output(to: write), Output { _ in })
    if goesOn { (printer as? TableTextPrinter)?.goOn() }
  }

  func print(_ reply: Reply) { printer.print(reply) }
  func flush() { printer.flush() }
}
