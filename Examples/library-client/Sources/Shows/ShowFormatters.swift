public import Presentation

/// Identifies the items of the screen.
public enum ShowItemID: Hashable, Sendable {
  case image, summary, average, none, add
  case review(ObjectIdentifier)
}

/// What sorts of items the screen has.
public enum ShowItemKind: Hashable, Sendable {
  /// The text is the address.
  case image
  case text, review, none
  /// A button.
  case add
}

/// The section about a show itself.
public struct ShowFormatter: ScreenFormatter {
  public init() {}

  public func output(for show: Show) -> [ItemSection<ShowItemID, ShowItemKind>] {
    var items = [Item(ShowItemID.summary, ShowItemKind.text, show.summary)]
    if !show.image.isEmpty { items.insert(Item(.image, .image, show.image), at: 0) }
    return [ItemSection(items: items)]
  }
}

/// The section about the reviews of a show.
public struct ReviewsFormatter: ScreenFormatter {
  public init() {}

  public func output(for show: Show) -> [ItemSection<ShowItemID, ShowItemKind>] {
    let add = Item(ShowItemID.add, ShowItemKind.add, "Add a review")
    guard !show.reviews.isEmpty else {
      return [ItemSection(title: "Reviews", items: [Item(.none, .none, "no reviews"), add])]
    }
    let sum = show.reviews.reduce(0) { $0 + $1.rating }
    // Ratings are rounded to half stars.
    let halves = (4 * sum + show.reviews.count) / (2 * show.reviews.count)
    let average = "\(halves / 2)" + (halves.isMultiple(of: 2) ? "" : "½")
    let reviews = show.reviews.map { review in
      Item(
        ShowItemID.review(ObjectIdentifier(review)), ShowItemKind.review,
        String(repeating: "★", count: review.rating) + " " + review.text)
    }
    return [
      ItemSection(
        title: "Reviews", items: [Item(.average, .text, "\(average) of 5")] + reviews + [add])
    ]
  }
}
