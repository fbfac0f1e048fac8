internal import Replies

final class JSONPrinter: Printer {
  private let output: Output
  private let errors: Output
  private var columns: [Column] = []

  init(_ output: Output, _ errors: Output) { (self.output, self.errors) = (output, errors) }

  func flush() {
    output.flush()
    errors.flush()
  }

  func print(_ reply: Reply) {
    switch reply {
    case .label(let name, let text):
      data([Datum.Entry("label", .text(name)), Datum.Entry("text", .text(text))])
    case .typed(let result): data(result.entries)
    case .reference(let reference): data([Datum.Entry("ref", .text(reference))])
    case .value(let value): data([Datum.Entry("value", value)])
    case .count(let count): data([Datum.Entry("count", .integer(count))])
    case .text(let text), .prose(let text): data([Datum.Entry("text", .text(text))])
    case .details(let entries): data(entries)
    case .item(let item): data(item.entries)
    case .tableBegins(let columns, _): self.columns = columns
    case .difference(let difference): difference.rows.forEach(data)
    case .row(let cells): data(zip(columns, cells).map { Datum.Entry($0.name, $1) })
    case .expectation(let expectation): data(expectation.entries)
    case .expectationsEnd(let count): data([Datum.Entry("expectations", .integer(count))])
    case .diagnostic(let diagnostic):
      // Keeps the order if both streams are the same.
      output.flush()
      errors.writeLine(JSON.text(of: diagnostic.datum))
      errors.flush()
    case .rejectedKey, .tableEnds, .bars, .chart, .notice: break
    }
  }

  private func data(_ entries: [Datum.Entry]) { output.writeLine(JSON.text(of: .object(entries))) }
}

extension ScreenItem {
  fileprivate var entries: [Datum.Entry] {
    [
      Datum.Entry("section", Datum(section)), Datum.Entry("item", .text(item)),
      Datum.Entry("id", .text(id)), Datum.Entry("text", isGone ? .null : .text(text)),
    ]
  }
}

extension ExpectationOutcome {
  fileprivate var entries: [Datum.Entry] {
    [
      Datum.Entry("expectation", .integer(number)), Datum.Entry("text", .text(text)),
      Datum.Entry("ok", .boolean(failure == nil)),
      Datum.Entry("message", Datum(failure?.message)),
    ]
  }
}

extension TypeResult {
  fileprivate var entries: [Datum.Entry] {
    var entries = [
      Datum.Entry("field", .text(field)),
      Datum.Entry("text", .text(text)),
      Datum.Entry("selection", .list([.integer(anchor), .integer(caret)])),
      Datum.Entry("state", .text(incomplete == nil ? "acceptable" : "incomplete")),
    ]
    if let incomplete { entries.append(Datum.Entry("reason", .text(incomplete))) }
    entries += [
      Datum.Entry("value", value),
      Datum.Entry("editing", .boolean(isEditing)),
      Datum.Entry(
        "rejected",
        .list(
          rejected.map { rejection in
            .object([
              Datum.Entry("key", .text(rejection.key)),
              Datum.Entry("at", .integer(rejection.at)),
              Datum.Entry("reason", .text(rejection.reason)),
            ])
          })),
    ]
    if let keys { entries.append(Datum.Entry("keys", .list(keys.map(\.datum)))) }
    return entries
  }
}

extension TypeResult.Key {
  fileprivate var datum: Datum {
    var entries = [
      Datum.Entry("key", .text(key)),
      Datum.Entry("outcome", .text(outcome.rawValue)),
      Datum.Entry("text", .text(text)),
      Datum.Entry("selection", .list([.integer(anchor), .integer(caret)])),
      Datum.Entry("state", .text(incomplete == nil ? "acceptable" : "incomplete")),
      Datum.Entry("value", value),
    ]
    if let reason = rejection ?? incomplete { entries.append(Datum.Entry("reason", .text(reason))) }
    return .object(entries)
  }
}

extension Diagnostic {
  fileprivate var datum: Datum {
    var entries = [
      Datum.Entry("kind", .text(kind.rawValue)),
      Datum.Entry("message", .text(message)),
      Datum.Entry("file", Datum(place?.file)),
      Datum.Entry("line", Datum(place?.line)),
      Datum.Entry("column", Datum(place?.column)),
      Datum.Entry("hint", Datum(hint)),
      Datum.Entry("candidates", .list(candidates.map(Datum.text))),
    ]
    if !calledFrom.isEmpty {
      entries.append(Datum.Entry("callers", .list(calledFrom.map { .object($0.entries) })))
    }
    return .object([Datum.Entry(severity.rawValue, .object(entries))])
  }
}

extension Diagnostic.Place {
  fileprivate var entries: [Datum.Entry] {
    [
      Datum.Entry("file", .text(file)), Datum.Entry("line", .integer(line)),
      Datum.Entry("column", Datum(column)),
    ]
  }
}
