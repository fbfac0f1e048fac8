import Presentation
import Records

struct Shows {
  let show: TypedRecord
  let reviews: [TypedRecord]
  let person: TypedRecord
  let types: [String: RecordType]

  init(title: String = "Silent Echo", reviews count: Int = 2) throws {
    let person = try RecordType("Person", [Property("name", .text, isKey: true)])
    let review = try RecordType(
      "Review",
      [
        Property("rating", .integer, isOptional: true), Property("text", .text),
        Property("author", .reference(to: "Person"), isOptional: true),
      ])
    let show = try RecordType(
      "Show",
      [
        Property("title", .text, isKey: true),
        Property("größe", .decimal(integerDigits: 5, fractionDigits: 2...2), isOptional: true),
        Property("running", .boolean), Property("card", .card, isOptional: true),
        Property("tags", .list(of: .text)),
        Property("recommended by", .reference(to: "Person"), isOptional: true),
        Property("reviews", .records(of: "Review"), listRole: .owns),
      ])
    types = ["Person": person, "Review": review, "Show": show]
    self.person = TypedRecord(person, number: 7, values: [.text("Ann")])
    reviews = (1...max(1, count)).prefix(count).map { number in
      TypedRecord(
        review, number: number,
        values: [.integer(number % 10), .text("text \(number)"), .reference(RecordID("Person", 7))])
    }
    self.show = TypedRecord(
      show, number: 1,
      values: [
        .text(title), nil, .boolean(true), .text("4111111111111111"),
        .list([.text("new"), .text("<b>")]), .reference(RecordID("Person", 7)),
        .list(reviews.map { .reference(RecordID("Review", $0.number ?? 0)) }),
      ])
  }

  var input: FormatterInput {
    FormatterInput(show) { id in
      switch id.type {
      case "Person": id.number == 7 ? person : nil
      default: reviews.first { $0.number == id.number }
      }
    }
  }

  func text(_ template: String) throws -> String { try Template(template).text(for: input) }
}
