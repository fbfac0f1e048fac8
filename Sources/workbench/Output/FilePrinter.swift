internal import Replies

final class FilePrinter: ReplyPrinter {
  private let printer: any Printer

  /// - Parameters:
  ///   - goesOn: whether output is appended to existing content.
  ///   - makePrinter: creates a printer from a stream for data and one for everything else.
  init(
    _ write: @escaping ([UInt8]) -> Void, goesOn: Bool,
    _ makePrinter: (Output, Output) -> any Printer
  ) {
    // Commands write only data to files, so the second stream is discarded.
    printer = makePrinter(Output(to: write), Output { _ in })
    if goesOn { (printer as? TableTextPrinter)?.goOn() }
  }

  func print(_ reply: Reply) { printer.print(reply) }
  func flush() { printer.flush() }
}
