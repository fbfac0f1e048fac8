extension Topic {
  static let values = Topic(
    name: "values",
    summary: "How values, records and properties are written.",
    text: #"""
      Values are written the same in every locale:

        42  -3.50          a number: no exponent, a digit at either end
        "Ada"              a text; \" \\ \n \r \t and \u{e9} are escapes
        Ada                the same text, where a property's value is wanted
        true  false        truth values
        nil                nothing, where a property is optional
        2026-11-21         a date; 2026-11-21T10:00:00Z is a moment
        08:30  37:15:00    a time of day; a duration in hours, minutes and seconds
        2026-11  12.5%     a month; a percentage, which needs its sign
        :ann.age  :ann     the value of a property; the number of a record
        :today  :now       the date here, and the moment in UTC
        (:ann.age + 1)     an expression: see `help expressions`
        [new, "sold out"]  a list, where one is wanted; [] is an empty one
        Person["Ann"]      a record, where a reference is wanted

      Records and properties:

        Person/1           a record by its type and number
        Person["Ann"]      by its key
        ann                by the name that `let` or `as` has given it
        ann.age            a property
        ann.boss.name      one of the record that a property refers to
        show.reviews[0]    an item of a list; places count from 0
        show.reviews[0].rating

      Names are letters, digits and _, no digit first; any other name is in
      backticks. A # after white space begins a comment; #12 is a transaction.
      """#)
}
