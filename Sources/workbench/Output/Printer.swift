internal import Replies

protocol Printer: AnyObject {
  func print(_ reply: Reply)
  func flush()
  /// Called before a line entered at the prompt is run. Until ``commandEnds()``, a pager may show
  /// the data.
  func commandBegins()
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
  /// For the output of formatters, which is text in every format.
  private let items: TextPrinter

  /// - Parameters:
  ///   - goesOn: Whether the output follows existing content.
  ///   - makePrinter: Receives a stream for data and one for everything else.
  init(
    _ write: @escaping ([UInt8]) -> Void, goesOn: Bool,
    _ makePrinter: (Output, Output) -> any Printer
  ) {
    // Commands write only data to files.
    let (output, rest) = (Output(to: write), Output { _ in })
    printer = makePrinter(output, rest)
    items = TextPrinter(Paper(output), rest, isBoxed: false, isColoured: false)
    if goesOn { (printer as? TableTextPrinter)?.goOn() }
  }

  func print(_ reply: Reply) {
    if case .item = reply { items.print(reply) } else { printer.print(reply) }
  }

  func flush() {
    printer.flush()
    items.flush()
  }
}
