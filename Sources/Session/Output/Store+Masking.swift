internal import RecordStore
internal import Records

extension Store {
  /// How a text that was entered is shown again: where the store knows cards, without what may be
  /// one, unless that is asked for.
  func masking(isRevealed: Bool = false) -> (String) -> String {
    let hasCards = types.contains { $0.properties.contains { $0.kind.isMasked } }
    guard hasCards, !isRevealed else { return { $0 } }
    return CardNumber.masking
  }
}
