/* The links of a page, one entry per target: the loop of ../links.py. */
#ifndef MEKIK_LINKS_H
#define MEKIK_LINKS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#define NOFOLLOW 0x80

/* One more link to a target that is known: a link with words and a plain one say more. A plain link is kind 0. */
static int say_more(PyObject *anchors, char *kinds, Py_ssize_t place, PyObject *anchor, unsigned char kind, const char *weak) {
    unsigned char known = (unsigned char)kinds[place];
    if (PyUnicode_GET_LENGTH(anchor) && !PyUnicode_GET_LENGTH(PyList_GET_ITEM(anchors, place))) {
        if (PyList_SetItem(anchors, place, Py_NewRef(anchor)) < 0) return 0;
    }
    if ((known && strchr(weak, known) != NULL) || (!(kind & NOFOLLOW) && known & NOFOLLOW)) kinds[place] = (char)kind;
    return 1;
}

/* Fills the three columns; `kinds` of the answer have room for all. Gives how many targets there are, -1 on failure. */
static Py_ssize_t gather(
    PyObject *found, PyObject *words, const char *kinds, const char *weak, PyObject *urls, PyObject *anchors, char *kept
) {
    PyObject *places = PyDict_New();
    Py_ssize_t count = 0;
    for (Py_ssize_t each = 0; places != NULL && each < PyList_GET_SIZE(words); each++) {
        PyObject *url = PyList_GET_ITEM(found, each), *anchor = PyList_GET_ITEM(words, each);
        if (url == Py_None) continue;
        PyObject *place = PyDict_GetItemWithError(places, url);
        int done;
        if (place != NULL) {
            done = say_more(anchors, kept, PyLong_AsSsize_t(place), anchor, (unsigned char)kinds[each], weak);
        } else {
            place = PyErr_Occurred() ? NULL : PyLong_FromSsize_t(count);
            done = place != NULL && PyDict_SetItem(places, url, place) == 0 && PyList_Append(urls, url) == 0 &&
                   PyList_Append(anchors, anchor) == 0;
            Py_XDECREF(place);
            kept[count++] = kinds[each];
        }
        if (!done) Py_CLEAR(places);
    }
    int is_whole = places != NULL;
    Py_XDECREF(places);
    return is_whole ? count : -1;
}

#endif
