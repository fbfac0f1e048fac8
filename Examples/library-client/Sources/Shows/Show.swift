public import Records

/// A show with what people have said of it: plain classes, no store.
public final class Show: PropertySubject {
  public let propertyChanged = PropertyChanged()
  @Observed public var title = ""
  @Observed public var summary = ""
  /// The address of an image; empty if there is none.
  @Observed public var image = ""
  @Observed public var reviews: [Review] = []

  /// Creates a show without reviews.
  public init(title: String, summary: String, image: String = "") {
    self.title = title
    self.summary = summary
    self.image = image
  }
}

/// A review of a show.
public final class Review: PropertySubject {
  public let propertyChanged = PropertyChanged()
  /// From 1 to 5.
  @Observed public var rating = 3
  @Observed public var text = ""

  /// Creates a review.
  public init(rating: Int = 3, text: String = "") {
    self.text = text
    self.rating = rating
  }
}
