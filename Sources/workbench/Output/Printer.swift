internal import Replies

/// Prints the replies of a session: data to one stream, everything else to another.
protocol Printer: AnyObject {
  func print(_ reply: Reply)
  /// Writes out buffered text, so that others can use the terminal.
  func flush()
  /// Called before a command that the user entered at the terminal; its data may go through a
  /// pager.
  func commandBegins()
  /// Called after the command; writes all of its output.
  func commandEnds()
  var isRead: Bool { get }
}

extension Printer {
  func commandBegins() {}
  func commandEnds() { flush() }
  var isRead: Bool { true }
}

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
