internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Caches the most recently read state.
final class PastStates {
  private var last: Store?
  private let store: Store
  private let resolver: Resolver

  init(_ store: Store, _ resolver: Resolver) {
    self.store = store
    self.resolver = resolver
  }

  func resolver(at moment: Spanned<MomentSyntax>?) throws(Diagnostic) -> Resolver {
    guard let moment else { return resolver }
    return try resolver(after: try transaction(at: moment))
  }

  func resolver(after transaction: Int) throws(Diagnostic) -> Resolver {
    let state = try attempt(store.past(at: transaction, reusing: last))
    last = state
    return Resolver(state, after: transaction, present: resolver)
  }

  /// The number of the last transaction in the past state.
  ///
  /// - Parameter isStart: Whether a date means the start of the day rather than its end.
  func transaction(
    at moment: Spanned<MomentSyntax>, isStart: Bool = false
  ) throws(Diagnostic) -> Int {
    let place = try resolver.moment(moment, isStart: isStart)
    do {
      return try store.history.transaction(at: place)
    } catch {
      var diagnostic = Diagnostic(error).at(moment.span)
      if error.reason == .fact(.beforeHistory),
        let first = try? store.history.time(of: 1)
      {
        diagnostic.hint = "the database begins with #1 at \(resolver.moment(first).plainText)"
      }
      throw diagnostic
    }
  }

  func forgetLargeState() {
    if last?.holdsManyPastRecords == true { last = nil }
  }
}

extension Resolver {
  /// - Parameter isStart: Whether a date means the start of the day rather than its end. The end of
  ///   today is the current time.
  func moment(
    _ syntax: Spanned<MomentSyntax>, isStart: Bool = false
  ) throws(Diagnostic) -> HistoryMoment {
    let text: String
    switch syntax.value {
    case .transaction(let number): return .transaction(number)
    case .date(let written), .text(let written): text = written
    case .name(let path): text = try value(path).value?.description ?? ""
    }
    guard let instant = Instant(text, zoneOffset: zoneOffset) else {
      throw Diagnostic(
        .value,
        "\"\(text)\" is not a date, or a date and time; expected one such as 2026-11-21 or \"2026-11-21 10:00\"",
        at: syntax.span)
    }
    guard !isStart, let day = try? CalendarDate(reading: text) else {
      return .time(instant.milliseconds)
    }
    if let present, day == present.today { return .time(present.now.milliseconds) }
    let next = CalendarDate(daysSince1970: day.daysSince1970 + 1)
    let end = next.flatMap { Instant($0.description, zoneOffset: zoneOffset) }
    return .time(end.map { $0.milliseconds - 1 } ?? .max)
  }
}
